// The grammar of SJON with WGSL inside, as a TextMate grammar. It is the one table of tokens: editors read it as
// docs/grammar/sjon.tmLanguage.json, and the site's own highlighter (tokenize.ts) interprets the same object. Heads of forms
// and of functions come from the compiler's tables. Patterns keep to what Oniguruma and JavaScript read alike.

export interface Captures {
  [group: string]: { name: string };
}
export interface Rule {
  include?: string;
  match?: string;
  captures?: Captures;
  begin?: string;
  end?: string;
  beginCaptures?: Captures;
  endCaptures?: Captures;
  name?: string;
  contentName?: string;
  patterns?: Rule[];
}
export interface Grammar {
  name: string;
  scopeName: string;
  fileTypes: string[];
  patterns: Rule[];
  repository: Record<string, { patterns: Rule[] }>;
}

/** What a symbol may hold, and what may not stand behind one. */
const SYMBOL = '[\\w+*/<>=!?.%&|^~$@#-]';
const END = `(?!${SYMBOL})`;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** Longest first, so that no word hides a longer one. */
const oneOf = (words: readonly string[]): string =>
  `(?:${[...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped).join('|')})`;
const words = (text: string): string => `\\b(?:${text.split(' ').join('|')})\\b`;

const head = (names: readonly string[], scope: string): Rule => ({
  match: `(\\()\\s*(${oneOf(names)})${END}`,
  captures: { 1: { name: 'punctuation.section.parens.begin.sjon' }, 2: { name: scope } },
});

const sjon = (forms: readonly string[], functions: readonly string[]): Grammar['repository'] => ({
  comment: {
    patterns: [
      { name: 'comment.line.semicolon.sjon', match: ';.*$' },
      { name: 'comment.block.sjon', begin: '#\\|', end: '\\|#' },
    ],
  },
  string: {
    patterns: [
      {
        begin: '"""', end: '"""', contentName: 'meta.embedded.block.wgsl',
        beginCaptures: { 0: { name: 'punctuation.definition.string.begin.sjon' } },
        endCaptures: { 0: { name: 'punctuation.definition.string.end.sjon' } },
        patterns: [{ include: '#wgsl' }],
      },
      {
        name: 'string.quoted.double.sjon', begin: '"', end: '"',
        patterns: [
          { name: 'constant.character.escape.sjon', match: '\\\\(?:[\\\\"ntr0]|u\\{[0-9a-fA-F]{1,6}\\})' },
          { name: 'invalid.illegal.escape.sjon', match: '\\\\.' },
        ],
      },
    ],
  },
  value: {
    patterns: [
      head(forms, 'keyword.control.form.sjon'),
      head(functions, 'support.function.sjon'),
      {
        match: `(:name)\\s+([A-Za-z_+*/<>=!?.%&|^~$@-]${SYMBOL}*)`,
        captures: { 1: { name: 'entity.other.attribute-name.sjon' }, 2: { name: 'entity.name.type.sjon' } },
      },
      { name: 'entity.other.attribute-name.sjon', match: ':[\\w+*/<>=!?.%&|^~$@-]+' },
      { name: 'constant.language.sjon', match: `(?<!${SYMBOL})(?:true|false|nil)${END}` },
      {
        name: 'constant.numeric.sjon',
        match: `(?<![A-Za-z_+*/<>=!?.%&|^~$@])-?(?:0[xX][0-9a-fA-F][0-9a-fA-F_]*`
          + `|\\d[\\d_]*(?:\\.[\\d_]*)?(?:[eE][+-]?\\d[\\d_]*)?(?:%|[A-Za-z]+(?:-[A-Za-z]+)*)?)`,
      },
      { name: 'variable.other.sjon', match: `[A-Za-z_+*/<>=!?.%&|^~$@-]${SYMBOL}*` },
      { name: 'punctuation.section.sjon', match: '[()\\[\\]]' },
    ],
  },
});

/** Line and block comments end with the string around them, whatever they hold. */
const wgsl: Rule[] = [
  { name: 'comment.line.double-slash.wgsl', match: '//(?:(?!""").)*' },
  { include: '#wgsl-comment' },
  { name: 'entity.name.tag.attribute.wgsl', match: '@\\s*[A-Za-z_]\\w*' },
  {
    match: '\\b(fn)\\s+([A-Za-z_]\\w*)',
    captures: { 1: { name: 'keyword.other.wgsl' }, 2: { name: 'entity.name.function.wgsl' } },
  },
  {
    name: 'keyword.other.wgsl',
    match: words('alias break case const const_assert continue continuing default diagnostic discard else enable fn for if let loop'
      + ' override requires return struct switch var while'),
  },
  { name: 'constant.language.wgsl', match: words('true false') },
  {
    name: 'support.type.wgsl',
    match: `\\b(?:bool|[iu]32|f32|f16|vec[234][iufh]?|mat[234]x[234][fh]?|array|atomic|ptr|sampler(?:_comparison)?|texture_\\w+)\\b`,
  },
  {
    name: 'storage.modifier.wgsl',
    match: words('storage uniform workgroup private function read write read_write'),
  },
  {
    name: 'constant.numeric.wgsl',
    match: '\\b0[xX][0-9a-fA-F.]+(?:[pP][+-]?\\d+)?[iufh]?|(?:\\b\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?[iufh]?',
  },
  { name: 'support.function.wgsl', match: '\\b[A-Za-z_]\\w*(?=\\s*\\()' },
  { name: 'variable.other.wgsl', match: '[A-Za-z_]\\w*' },
  { name: 'keyword.operator.wgsl', match: '->|[-+*/%&|^!=<>~]+' },
];

export function grammar(forms: readonly string[], functions: readonly string[]): Grammar {
  return {
    name: 'SJON',
    scopeName: 'source.sjon',
    fileTypes: ['sjon'],
    patterns: [{ include: '#comment' }, { include: '#string' }, { include: '#value' }],
    repository: {
      ...sjon(forms, functions),
      wgsl: { patterns: wgsl },
      'wgsl-comment': {
        patterns: [
          { name: 'comment.block.wgsl', begin: '/\\*', end: '\\*/|(?=""")', patterns: [{ include: '#wgsl-comment' }] },
        ],
      },
    },
  };
}
