#!/usr/bin/env node
// Golden tests: each file holds an input, how to run pngine on it, and what must come out. README.md here has the format.
//   node tests/golden/run.mjs [--bless] [GLOB]      GLOB is matched against the path below tests/golden
// The program is $PNGINE_BIN, or build/release/bin/pngine.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(process.env.PNGINE_BIN ?? join(here, '../../build/release/bin/pngine'));
const timeLimit = 60_000; // ms for one command
const aliases = { 'compile+inspect': 'compile -o - FILE | inspect -' };

// ---- reading a golden: text is kept as latin1, so that every byte survives ----

const headerNames = ['TOOL', 'ARGS', 'EXIT', 'RULE', 'RIGHT', 'RIGHTS', 'STDIN', 'WITH'];

function readGolden(text) {
  const mark = text.search(/^;;; (STDOUT|STDERR)$/m);
  const input = mark < 0 ? text : text.slice(0, mark);
  const golden = { input, headers: {}, replacements: [], expected: { STDOUT: '', STDERR: '' } };
  for (const [, name, value] of input.matchAll(/^;;; ([A-Z]+):(.*)$/gm)) {
    if (!headerNames.includes(name)) throw new Error(`unknown header ${name}; headers are ${headerNames.join(', ')}`);
    if (name === 'RIGHT') golden.replacements.push(readReplacement(value));
    else golden.headers[name] = value.trim();
  }
  let stream = '';
  for (const line of mark < 0 ? [] : text.slice(mark).split('\n')) {
    if (line === ';;; STDOUT' || line === ';;; STDERR') stream = line.slice(4);
    else if (line.startsWith(';;; > ')) golden.expected[stream] += `${line.slice(6)}\n`;
    else if (line === ';;; >') golden.expected[stream] += '\n';
    else if (line === ';;; no newline at the end') golden.expected[stream] = golden.expected[stream].slice(0, -1);
    else if (line !== '') throw new Error(`line that is no expected output: ${line}`);
  }
  return golden;
}

// `OLD => NEW` of a RIGHT header; \\n stands for a line break.
function readReplacement(value) {
  const parts = `${value.trim()} `.split(' => ');
  if (parts.length !== 2 || parts[0] === '') throw new Error(`RIGHT takes OLD => NEW, not ${value.trim()}`);
  const [before, after] = parts.map((part) => part.replaceAll('\\n', '\n'));
  return { before, after: after.trimEnd() };
}

const ruleIds = (text = '') => text.split(/[\s,]+/).filter(Boolean).sort();

// The nearest right program of a golden: its input without headers, every OLD replaced where it stands first.
function corrected(golden) {
  const text = golden.input.replace(/^;;; [A-Z]+:.*\n?/gm, '');
  const edits = golden.replacements.map(({ before, after }) => ({ at: text.indexOf(before), before, after }));
  for (const { at, before } of edits) if (at < 0) throw new Error(`RIGHT: the input does not hold ${before}`);
  edits.sort((a, b) => a.at - b.at);
  let out = '';
  let end = 0;
  for (const { at, before, after } of edits) {
    if (at < end) throw new Error(`RIGHT: ${before} overlaps another replacement`);
    out += text.slice(end, at) + after;
    end = at + before.length;
  }
  return out + text.slice(end);
}

function writeGolden(golden, actual) {
  let text = golden.input === '' || golden.input.endsWith('\n') ? golden.input : `${golden.input}\n`;
  for (const stream of ['STDOUT', 'STDERR']) {
    const output = actual[stream];
    if (output === '') continue;
    const lines = output.split('\n');
    const closed = lines.at(-1) === '';
    if (closed) lines.pop();
    text += `;;; ${stream}\n${lines.map((line) => (line === '' ? ';;; >\n' : `;;; > ${line}\n`)).join('')}`;
    if (!closed) text += ';;; no newline at the end\n';
  }
  return text;
}

// ---- running one ----

// Words of a command line; single and double quotes group.
function words(text) {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);
}

function runCommand(args, cwd, input) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', LC_ALL: 'C.UTF-8' },
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    const out = [];
    const err = [];
    child.stdout.on('data', (bytes) => out.push(bytes));
    child.stderr.on('data', (bytes) => err.push(bytes));
    child.stdin.on('error', () => {}); // a program that does not read its input
    child.stdin.end(input);
    child.on('error', (error) => done({ exit: error.message, out: Buffer.alloc(0), err: '' }));
    child.on('close', (code, signal) =>
      done({ exit: code ?? signal, out: Buffer.concat(out), err: Buffer.concat(err).toString('latin1') }));
  });
}

// The commands of a TOOL line: a pipeline, FILE standing for the golden; a first command without it gets it as last word.
function pipeline(golden, file) {
  const { TOOL = 'validate', ARGS = '' } = golden.headers;
  const commands = (aliases[TOOL] ?? TOOL).split('|').map(words);
  commands.at(-1).push(...words(ARGS));
  const takesFile = file.endsWith('.sjon') && golden.headers.STDIN === undefined;
  if (takesFile && !commands[0].some((word) => word.includes('FILE'))) commands[0].push('FILE');
  return commands.map((command) => command.map((word) => word.replaceAll('FILE', file)));
}

async function runPipeline(golden, file, cwd) {
  let input = golden.headers.STDIN === 'FILE' ? Buffer.from(golden.input, 'latin1') : Buffer.from(golden.headers.STDIN ?? '');
  const result = { EXIT: 0, STDOUT: '', STDERR: '' };
  for (const command of pipeline(golden, file)) {
    const { exit, out, err } = await runCommand(command, cwd, input);
    result.EXIT = exit;
    result.STDERR += err;
    input = out;
    if (exit !== 0) break;
  }
  const binary = input.includes(0);
  result.STDOUT = binary ? `binary output, starts with ${input.subarray(0, 8).toString('hex')}\n` : input.toString('latin1');
  return result;
}

// The severities with which findings of each rule came out, over all goldens.
const severities = new Map();

// What `validate --json` says: its status, and the ids in `rule` of every diagnostic, sorted, each once. A golden of
// `validate` keeps its own options.
async function verdict(golden, file, cwd) {
  const own = pipeline(golden, file)[0];
  const options = own[0] === 'validate' ? own.filter((word) => word.startsWith('--') && word !== '--json') : [];
  const { out } = await runCommand(['validate', '--json', ...options, file], cwd, '');
  try {
    const { status, diagnostics = [] } = JSON.parse(out.toString());
    for (const { rule = 'none', severity } of diagnostics) {
      if (!severities.has(rule)) severities.set(rule, new Set());
      severities.get(rule).add(severity);
    }
    return { status, rules: [...new Set(diagnostics.map(({ rule }) => rule ?? 'none'))].sort() };
  } catch {
    return { status: 'no JSON', rules: ['no JSON'] };
  }
}

// A folder of its own: the input without its expected output, the other files of the golden's folder beside it.
async function stage(path, golden) {
  const folder = await mkdtemp(join(tmpdir(), 'golden-'));
  const companions = (golden.headers.WITH ?? '').split(/[\s,]+/);
  for (const entry of await readdir(dirname(path))) {
    const isTest = /\.(sjon|test|md|mjs)$/.test(entry) && !companions.includes(entry);
    if (!isTest) await symlink(join(dirname(path), entry), join(folder, entry));
  }
  await writeFile(join(folder, basename(path)), golden.input, 'latin1');
  return folder;
}

// ---- comparing ----

// Lines of a small diff: common head and tail left out, three lines of context kept.
function diff(expected, actual) {
  const a = expected.split('\n');
  const b = actual.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const context = a.slice(Math.max(0, head - 3), head).map((line) => `    ${line}`);
  const gone = a.slice(head, a.length - tail).map((line) => `  - ${line}`);
  const come = b.slice(head, b.length - tail).map((line) => `  + ${line}`);
  return [...context, ...gone.slice(0, 60), ...come.slice(0, 60)];
}

function compare(golden, actual, rules) {
  const problems = [];
  const exit = golden.headers.EXIT;
  if (exit === undefined ? typeof actual.EXIT === 'string' : exit !== String(actual.EXIT)) {
    problems.push(`  exit status ${actual.EXIT}, expected ${exit ?? 'a number'}`);
  }
  if (rules !== undefined) {
    const wanted = ruleIds(golden.headers.RULE).join(', ');
    if (wanted !== rules.join(', ')) problems.push(`  rules reported: ${rules.join(', ') || 'none'}; expected: ${wanted || 'none'}`);
  }
  for (const stream of ['STDOUT', 'STDERR']) {
    if (golden.expected[stream] !== actual[stream]) {
      problems.push(`  ${stream} differs (- expected, + actual):`, ...diff(golden.expected[stream], actual[stream]));
    }
  }
  return problems;
}

async function runGolden(path, golden, bless) {
  let folder;
  try {
    folder = await stage(path, golden);
    const actual = await runPipeline(golden, basename(path), folder);
    const rules = golden.headers.RULE === undefined ? undefined : (await verdict(golden, basename(path), folder)).rules;
    if (bless) {
      await writeFile(path, writeGolden(golden, actual), 'latin1');
      golden.expected = actual; // exit status and rules are written by hand: blessing does not hide a wrong one
    }
    return compare(golden, actual, rules);
  } catch (error) {
    return [`  ${error.message}`];
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

// The rules for which a golden holds a right program: those that RIGHTS names, or with RIGHT those that RULE names.
function rightedRules(golden) {
  if (golden.headers.RIGHTS !== undefined) return ruleIds(golden.headers.RIGHTS);
  return golden.replacements.length > 0 ? ruleIds(golden.headers.RULE) : [];
}

// The right program of a golden is accepted and has no finding of the rules that it is right about.
async function runRight(path, golden) {
  let folder;
  try {
    const righted = rightedRules(golden);
    if (righted.length === 0) return ['  a right program needs the rules that it is right about: RULE with RIGHT, or RIGHTS'];
    folder = await stage(path, { ...golden, input: corrected(golden) });
    const { status, rules } = await verdict(golden, basename(path), folder);
    const problems = righted.filter((id) => rules.includes(id)).map((id) => `  the right program has a finding of ${id}`);
    if (status !== 'ok') problems.push(`  the right program is refused: ${rules.join(', ')}`);
    return problems;
  } catch (error) {
    return [`  ${error.message}`];
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

// Ids that tests of other kinds raise: each says `RULE: id` in a comment of its own.
async function rulesOfTests() {
  const tests = join(here, '..');
  const found = [];
  for (const entry of await readdir(tests, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(\.test\.mjs|_test\.cpp)$/.test(entry.name)) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    for (const [, ids] of text.matchAll(/^ *\/\/ RULE: (.+)$/gm)) found.push(...ruleIds(ids));
  }
  return found;
}

// The catalogue, as [id, severity]: "error", "warning", or "error or warning".
async function catalogue() {
  const { out } = await runCommand(['explain', '--list'], here, '');
  return out.toString().split('\n').filter(Boolean).map((line) => line.split(/ {2,}/));
}

// Every rule of the catalogue is raised by some golden, or by a test of another kind.
async function unraisedRules(raised) {
  for (const id of await rulesOfTests()) raised.add(id);
  return (await catalogue()).filter(([id]) => !raised.has(id)).map(([id]) => `  no golden and no test raises ${id}`);
}

// Findings have the severity that the catalogue says, rules that it calls both have findings of both kinds, and no finding
// has a rule outside of it.
async function untrueSeverities() {
  const known = new Map(await catalogue());
  const problems = [];
  for (const [id, seen] of severities) {
    const said = known.get(id);
    const found = [...seen].sort().join(' or ');
    if (said === undefined) problems.push(`  findings of ${id}, which is not in the catalogue`);
    else if (said !== found) problems.push(`  ${id} is "${said}" in the catalogue, and the goldens have "${found}"`);
  }
  return problems;
}

// Findings that name a limit which would be enough: with that limit the document has no finding of their rules.
async function runLimits(path, golden) {
  const wanted = new Map();
  const rules = new Set();
  let rule;
  for (const line of golden.expected.STDERR.split('\n')) {
    rule = line.match(/\[([a-z0-9-]+\/[a-z0-9-]+)\]$/)?.[1] ?? rule;
    const form = line.match(/\(limits (.*)\) would be enough$/)?.[1];
    if (form === undefined) continue;
    rules.add(rule);
    for (const [, key, value] of form.matchAll(/:(\S+) (\d+)/g)) wanted.set(key, value);
  }
  const form = [...wanted].map(([key, value]) => `:${key} ${value}`).join(' ');
  const input = /^\(limits /m.test(golden.input) ? golden.input.replace(/^\(limits /m, `(limits ${form} `) : `${golden.input}\n(limits ${form})\n`;
  const folder = await stage(path, { ...golden, input });
  try {
    const { rules: left } = await verdict(golden, basename(path), folder);
    return [...rules].filter((id) => left.includes(id)).map((id) => `  (limits ${form}) is not enough: ${id} is still reported`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Every rule of the catalogue has a right program, and right programs name rules of the catalogue.
async function compareCatalogue(righted) {
  const ids = (await catalogue()).map(([id]) => id);
  const missing = ids.filter((id) => !righted.has(id)).map((id) => `  no right program for ${id}`);
  const unknown = [...righted].filter((id) => !ids.includes(id)).map((id) => `  no rule is called ${id}`);
  return [...(ids.length === 0 ? ['  explain --list lists no rule'] : []), ...missing, ...unknown];
}

// ---- all of them ----

async function findGoldens(glob) {
  const entries = await readdir(here, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(sjon|test)$/.test(entry.name) && !entry.parentPath.includes('/assets'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => matches(relative(here, path), glob))
    .sort();
}

// Whether a path below tests/golden is meant by a glob, or contains it.
function matches(path, glob) {
  if (glob === '*' || path.includes(glob)) return true;
  const pattern = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*').replaceAll('?', '.');
  return new RegExp(`^(.*/)?${pattern}(/.*)?$`).test(path);
}

async function main() {
  const args = process.argv.slice(2);
  const bless = args.includes('--bless');
  const glob = args.find((arg) => !arg.startsWith('--')) ?? '*';
  const waiting = await findGoldens(glob);
  const righted = new Set();
  const raised = new Set();
  let passed = 0;
  let failed = 0;
  const judge = (name, problems) => {
    if (problems.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(Buffer.from(`FAILED ${name}\n${problems.join('\n')}\n`, 'latin1').toString());
    }
  };
  const worker = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const name = relative(here, path);
      try {
        const golden = readGolden(await readFile(path, 'latin1'));
        judge(name, await runGolden(path, golden, bless));
        for (const id of ruleIds(golden.headers.RULE)) raised.add(id);
        if (golden.expected.STDERR.includes(') would be enough')) judge(`${name}, its limits`, await runLimits(path, golden));
        if (golden.replacements.length > 0 || golden.headers.RIGHTS !== undefined) {
          judge(`${name}, its right program`, await runRight(path, golden));
          for (const id of rightedRules(golden)) righted.add(id);
        }
      } catch (error) {
        judge(name, [`  ${error.message}`]);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (glob === '*') judge('severities are those of the catalogue', await untrueSeverities());
  if (glob === '*') judge('every rule is raised', await unraisedRules(raised));
  if (glob === '*') judge('every rule has a right program', await compareCatalogue(righted));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
