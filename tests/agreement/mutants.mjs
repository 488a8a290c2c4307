// Mutants of programs: one to three small changes each, the same ones for the same seed. A change takes a word away, swaps two,
// changes a number, repeats or takes away a form, gives a form a key or a child that its like has in another file, or puts
// another word of the file, or of the same key in any file, in place of one; a few change the WGSL inside. Most begin at right programs, since a wrong one stays wrong.

const TOKEN = /"""[\s\S]*?"""|"(?:[^"\\]|\\[\s\S])*"|;[^\n]*|#\|[\s\S]*?\|#|[()[\]]|[^\s()[\]";]+|\s+|./g;
const WGSL_TOKEN = /\/\/[^\n]*|[A-Za-z_]\w*|\d[\w.]*|[-+*/<>=!&|]=|->|&&|\|\||\s+|./g;
const LONGEST_SEED = 20_000; // characters: programs at the limits of the language cost time and show nothing here

/** Numbers from 0 to 1 by a seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isWord = (token) => !/^(\s|;|#\||[()[\]"])/.test(token);
const isNumber = (token) => /^-?\d/.test(token);

/** Places of words, and the key that each stands behind. */
function wordsOf(tokens) {
  const words = [];
  let key = '';
  tokens.forEach((token, at) => {
    if (token === '(' || token === ')') key = '';
    if (!isWord(token)) return;
    words.push({ at, token, key });
    if (token.startsWith(':')) key = token;
  });
  return words;
}

/** Begin and end of every form inside another one. */
function formsOf(tokens) {
  const open = [];
  const forms = [];
  tokens.forEach((token, at) => {
    if (token === '(') open.push(at);
    if (token === ')' && open.length) forms.push([open.pop(), at + 1]);
  });
  return forms;
}

/** The head of a form that begins at a place. */
const headOf = (tokens, begin) => tokens[begin + 1] ?? '';

/** What stands in each form, by its head: keys with their values, and children, as lists of tokens. */
function partsOf(tokens) {
  const parts = [];
  const open = [];
  let key = -1; // place of a key that waits for its value
  const value = (begin, end) => {
    const form = open.at(-1);
    if (!form || form.token !== '(') return;
    if (key >= 0) parts.push({ head: form.head, kind: 'key', tokens: tokens.slice(key, end) });
    else if (tokens[begin] === '(') parts.push({ head: form.head, kind: 'child', tokens: tokens.slice(begin, end) });
    key = -1;
  };
  tokens.forEach((token, at) => {
    if (token === '(' || token === '[') {
      open.push({ token, at, key, head: token === '(' ? headOf(tokens, at) : '' });
      key = -1;
    } else if (token === ')' || token === ']') {
      const closed = open.pop();
      if (!closed) return;
      key = closed.key;
      value(closed.at, at + 1);
    } else if (token.startsWith(':')) {
      key = at;
    } else if (isWord(token) && key >= 0) {
      value(at, at + 1);
    }
  });
  return parts;
}

class Mutator {
  constructor(seeds, seed) {
    this.next = random(seed);
    this.values = new Map(); // key -> words that stand behind it somewhere
    this.seeds = seeds.filter(({ text }) => text.length < LONGEST_SEED).map((program) => ({ ...program, tokens: program.text.match(TOKEN) ?? [] }));
    for (const { tokens } of this.seeds) {
      for (const { token, key } of wordsOf(tokens)) {
        if (!this.values.has(key)) this.values.set(key, new Set());
        this.values.get(key).add(token);
      }
    }
    for (const [key, set] of this.values) this.values.set(key, [...set].sort());
    this.parts = new Map(); // head -> what forms of that head have somewhere
    for (const { tokens } of this.seeds) {
      for (const part of partsOf(tokens)) {
        if (!this.parts.has(part.head)) this.parts.set(part.head, new Map());
        this.parts.get(part.head).set(part.tokens.join(''), part.tokens);
      }
    }
    for (const [head, map] of this.parts) this.parts.set(head, [...map.values()]);
    this.right = this.seeds.filter(({ name, right }) => right || !/golden\/rules|wrong\.mjs/.test(name) || name.endsWith('.ok.sjon'));
  }
  below(n) {
    return Math.floor(this.next() * n);
  }
  pick(list) {
    return list[this.below(list.length)];
  }

  number(word) {
    const n = Number(word);
    const others = [0, 1, 2, 3, 4, 7, 8, 16, 255, 256, 1000, 65536, n + 1, n - 1, n * 2, n / 2, n + 4, n - 4, -n];
    return String(this.pick(others.filter((other) => other !== n && Number.isFinite(other))));
  }

  /** Another word in place of one: of a name mostly a name of the file, of anything else what stands behind its key anywhere. */
  other({ token, key }, words) {
    const names = words.filter((word) => word.key === ':name').map((word) => word.token);
    if (this.next() < 0.1 || !names.length) return this.pick(words).token;
    if (key !== ':name' && names.includes(token) && this.next() < 0.8) return this.pick(names);
    return this.pick(this.values.get(key) ?? names);
  }

  /** One change in place; a line that says which. */
  change(tokens) {
    const words = wordsOf(tokens);
    const values = words.filter(({ token, key }) => key && !token.startsWith(':'));
    const word = this.pick(this.next() < 0.85 && values.length ? values : words);
    if (!word) return 'nothing';
    const put = (token) => {
      tokens[word.at] = token;
      return `${word.key} ${word.token} -> ${token}`;
    };
    const kind = this.next();
    const shaders = tokens.flatMap((token, at) => (token.startsWith('"""') ? [at] : []));
    if (kind < 0.15 && shaders.length) return this.changeShader(tokens, this.pick(shaders));
    if (kind < 0.2) return put(' ');
    if (kind < 0.3) return this.changeForm(tokens);
    if (kind < 0.5) return this.addPart(tokens);
    if (kind < 0.54) {
      const other = this.pick(values.length ? values : words);
      tokens[other.at] = word.token;
      return `swapped: ${put(other.token)}`;
    }
    const numbers = values.filter(({ token }) => isNumber(token));
    if (kind < 0.7 && numbers.length) {
      const { at, key, token } = this.pick(numbers);
      tokens[at] = this.number(token);
      return `${key} ${token} -> ${tokens[at]}`;
    }
    return put(this.other(word, words));
  }

  /** Tokens of another file with names of this one in place of names that it does not have. */
  renamed(part, tokens) {
    const own = wordsOf(tokens).filter(({ key }) => key === ':name').map(({ token }) => token);
    const elsewhere = new Set(this.values.get(':name'));
    return part.map((token, at) => (elsewhere.has(token) && !own.includes(token) && at > 1 && own.length ? this.pick(own) : token));
  }

  /** Gives a form a key or child that its like has somewhere. */
  addPart(tokens) {
    const forms = formsOf(tokens).filter(([begin]) => this.parts.has(headOf(tokens, begin)));
    if (!forms.length) return 'nothing';
    const [begin, end] = this.pick(forms);
    const head = headOf(tokens, begin);
    const part = this.renamed(this.pick(this.parts.get(head)), tokens);
    const has = part[0].startsWith(':') && tokens.slice(begin, end).includes(part[0]);
    if (has) return `nothing: (${head} has ${part[0]}`;
    tokens.splice(end - 1, 0, ' ', ...part);
    return `(${head} with ${part.join('').slice(0, 80)}`;
  }

  changeForm(tokens) {
    const forms = formsOf(tokens);
    if (!forms.length) return 'nothing';
    const [begin, end] = this.pick(forms);
    const head = tokens.slice(begin + 1, begin + 4).join('');
    if (this.next() < 0.5) {
      tokens.splice(begin, end - begin);
      return `without (${head}`;
    }
    tokens.splice(end, 0, ' ', ...tokens.slice(begin, end));
    return `twice (${head}`;
  }

  changeShader(tokens, at) {
    const inside = tokens[at].slice(3, -3).match(WGSL_TOKEN) ?? [];
    const words = inside.flatMap((token, i) => (/^\s|^\/\//.test(token) ? [] : [i]));
    if (!words.length) return 'nothing';
    const place = this.pick(words);
    const before = inside[place];
    if (isNumber(before)) inside[place] = this.number(before.replace(/[a-z]+$/, '')) + (/[a-z]+$/.exec(before)?.[0] ?? '');
    else inside[place] = this.next() < 0.2 ? '' : inside[this.pick(words.filter((i) => /^\w/.test(inside[i]) === /^\w/.test(before)))];
    tokens[at] = `"""${inside.join('')}"""`;
    return `WGSL ${before} -> ${inside[place]}`;
  }

  mutant(index) {
    const { name, tokens, folder } = this.pick(this.next() < 0.7 && this.right.length ? this.right : this.seeds);
    const copy = [...tokens];
    const changes = [];
    for (let n = 1 + Math.floor(this.next() ** 3 * 3); n > 0; n--) changes.push(this.change(copy));
    return { name: `mutant ${index} of ${name}`, text: copy.join(''), folder, change: changes.join('; ') };
  }
}

export function mutantsOf(seeds, count, seed) {
  const mutator = new Mutator(seeds, seed);
  return Array.from({ length: count }, (_, index) => mutator.mutant(index));
}
