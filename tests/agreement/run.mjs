#!/usr/bin/env node
// Does `validate` say what a WebGPU device says? Every program of the repository, right and wrong, is judged by the compiler
// and played on Dawn's Null back end; the output is the table of disagreements, which must be empty but for known.mjs.
//   node tests/agreement/run.mjs [TEXT]              programs whose names contain TEXT; -v tells every verdict
//   node tests/agreement/run.mjs --mutants N [SEED]  N mutants of those programs instead (mutants.mjs)
// Needs build/release/bin/agreement_judge and the web part's packages.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { FEATURES, STRICTER, UNKNOWABLE } from './known.mjs';
import { mutantsOf } from './mutants.mjs';
import { Device, Judge, bundleDevice, root } from './parties.mjs';
import { allPrograms } from './programs.mjs';

const out = join(root, 'build/agreement');

/** What both say about one program, and the payload that was played is gone again. */
async function ask(judge, device, id, program) {
  const verdict = await judge.judge(id, program.text, program.folder);
  if (verdict.crash) return { ...program, crash: verdict.crash };
  let errors = verdict.payload ? await device.play(id, verdict.payload) : null;
  if (errors?.length && verdict.warnings.some((rule) => FEATURES.includes(rule))) errors = await device.play(id, verdict.payload, 'all');
  if (verdict.payload) rmSync(verdict.payload, { force: true });
  return { ...program, ...verdict, errors };
}

/** The disagreement in one line, or undefined. `used` collects the exceptions that were needed. */
function disagreement(result, used) {
  const { name, right, crash, accepts, rules, warnings, idle, message, payload, errors } = result;
  if (crash) return `CRASH   ${name}\n          ${crash}`;
  if (accepts && !payload) return `NO FILE ${name}\n          it is accepted, and no payload was written`;
  if (right !== undefined && (accepts !== right || (errors && !errors.length !== right))) {
    const device = errors ? errors[0]?.split('\n')[0] ?? 'takes it' : 'not asked';
    return `UNLIKE  ${name}\n          ${right ? 'right' : 'wrong'} by wrong.mjs; validate: [${rules}] ${message || 'takes it'}; the device: ${device}`;
  }
  if (!errors || accepts === !errors.length) return undefined;
  if (accepts) {
    const known = UNKNOWABLE.find(({ warning, error }) => error.test(errors[0]) && (!warning || warnings.includes(warning)));
    if (known) return void used.add(known.what);
    return `MISSED  ${name}\n          the device: ${errors[0].split('\n')[0]}`;
  }
  if (idle) return undefined;
  const foreign = rules.filter((rule) => !STRICTER[rule]);
  rules.forEach((rule) => used.add(rule));
  return foreign.length ? `ALARM   ${name}\n          [${[...new Set(foreign)].join(' ')}] ${message}; the device takes it` : undefined;
}

async function judgeAll(programs, tell) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const bundle = await bundleDevice(join(out, 'device.mjs'));
  let at = 0;
  const worker = async (name) => {
    const judge = new Judge(join(out, name));
    const device = new Device(bundle);
    while (at < programs.length) {
      const id = at++;
      tell(await ask(judge, device, id, programs[id]));
    }
    judge.close();
    device.close();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, n) => worker(`w${n}`)));
}

function parseArguments(args) {
  const at = args.indexOf('--mutants');
  const verbose = args.includes('-v');
  if (at < 0) return { verbose, text: args.find((arg) => !arg.startsWith('-')) ?? '' };
  return { verbose, mutants: Number(args[at + 1] ?? 600), seed: Number(args[at + 2] ?? 1), text: '' };
}

async function main() {
  const { verbose, text, mutants, seed } = parseArguments(process.argv.slice(2));
  const every = allPrograms().filter(({ name }) => name.includes(text));
  const programs = mutants ? mutantsOf(every, mutants, seed) : every;
  const lines = [];
  const used = new Set();
  const count = { programs: 0, accepted: 0, played: 0 };
  await judgeAll(programs, (result) => {
    count.programs++;
    count.accepted += result.accepts ? 1 : 0;
    count.played += result.errors ? 1 : 0;
    const line = disagreement(result, used);
    if (line) lines.push(mutants ? `${line}\n          ${result.change}` : line);
    if (verbose) console.log(`${result.accepts ? 'accepts' : 'refuses'} ${result.errors ? (result.errors.length ? 'refuses' : 'accepts') : '-'} ${result.name} [${result.rules}] ${result.errors?.[0]?.split('\n')[0] ?? ''}`);
  });
  if (!mutants && !text) {
    for (const name of [...Object.keys(STRICTER), ...UNKNOWABLE.map(({ what }) => what)]) {
      if (!used.has(name)) lines.push(`STALE   known.mjs lists ${name}, and no program needs it`);
    }
  }
  for (const line of lines.sort()) console.log(line);
  console.log(`${count.accepted} of ${count.programs} accepted; ${count.played} played on the device`);
  console.log(`${count.programs - lines.length} passed, ${lines.length} failed`);
  process.exitCode = lines.length ? 1 : 0;
}

await main();
