// "PASSED FAILED" out of ctest's JUnit file. A doctest program counts by its cases, every other program as one test.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
const file = process.argv[2];
if (!existsSync(file)) failed = 1; // ctest itself did not get that far
const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
for (const [, attributes, body] of text.matchAll(/<testcase ([^>]*)>(.*?)<\/testcase>/gs)) {
  const ok = /status="run"/.test(attributes);
  const cases = body.match(/\[doctest\] test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed/);
  if (cases) {
    passed += Number(cases[1]);
    failed += Number(cases[2]) + (!ok && cases[2] === '0' ? 1 : 0);
  } else if (ok) passed += 1;
  else failed += 1;
}
console.log(passed, failed);
