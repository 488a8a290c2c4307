// The samples: each folder of samples/ that holds NAME.sjon and meta.json. Nothing else lists them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Lane {
  label: string;
}
/** What the poster is: seconds, frames up to it, size. */
export interface Poster {
  time: number;
  frames?: number;
  size: string;
}
/** What kind of program it is. */
export const CATEGORIES = ['picture', 'simulation', 'compute'] as const;
export interface Meta {
  title: string;
  summary: string;
  category: (typeof CATEGORIES)[number];
  tags?: string[];
  /** The moment worth seeing; absent when nothing is drawn. */
  poster?: Poster;
  /** What the poster shows, for those who do not see it. */
  alt?: string;
  /** Labels of the 64-bit lanes that come back, in order. */
  lanes?: Lane[];
  /** Quotient of two lanes. */
  mean?: { label: string; of: [number, number]; digits: number };
  /** Things to try, one sentence or two each. */
  try?: string[];
}
export interface Sample {
  name: string;
  meta: Meta;
  source: string;
  /** Path of the source from the root of the repository. */
  path: string;
  /** Its page's text in Markdown, if it has one. */
  content: string | undefined;
}

export const lines = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Forms and words that need the full player. */
const FULL = /\(\s*(?:canvas|render-pass|render-pipeline|pass-graph|texture|sampler|image-bitmap|wasm-call|wasm-data)\b|\b(?:canvas-tile|pngine-inputs|pointer-inputs)\b/;

/** Whether the small player suffices, which has no canvas. */
export const onlyComputes = ({ source }: Sample): boolean => !FULL.test(source.replace(/"""[\s\S]*?"""|;.*$/gm, ''));

function check(name: string, meta: Partial<Meta>): Meta {
  const wrong = (what: string): never => {
    throw new Error(`samples/${name}/meta.json: ${what}`);
  };
  if (!meta.title || !meta.summary) wrong('title and summary are required');
  if (!meta.category || !CATEGORIES.includes(meta.category)) wrong(`category is one of ${CATEGORIES.join(', ')}`);
  if (meta.poster && !/^\d+x\d+$/.test(meta.poster.size)) wrong('poster.size is like 640x400');
  const lanes = meta.lanes?.length ?? 0;
  if (meta.lanes?.some((lane) => !lane.label)) wrong('each lane needs a label');
  if (meta.mean?.of.some((lane) => !(lane < lanes))) wrong('mean.of names a lane that is not there');
  return meta as Meta;
}

function readSample(root: string, name: string): Sample {
  const path = `samples/${name}/${name}.sjon`;
  const content = join(root, 'web', 'site', 'content', `${name}.md`);
  return {
    name,
    path,
    meta: check(name, JSON.parse(readFileSync(join(root, 'samples', name, 'meta.json'), 'utf8')) as Partial<Meta>),
    source: readFileSync(join(root, path), 'utf8'),
    content: existsSync(content) ? readFileSync(content, 'utf8') : undefined,
  };
}

/** By title. A folder that is no sample is an error rather than left out. */
export function readSamples(root: string): Sample[] {
  const names = readdirSync(join(root, 'samples'), { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => e.name);
  return names.map((name) => readSample(root, name)).sort((a, b) => a.meta.title.localeCompare(b.meta.title, 'en'));
}
