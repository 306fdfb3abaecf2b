import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directFindings, outsideFindings, summaryFindings, summaryTable, withSummary } from './documented-licences.ts'
import { findingLines, type Finding } from './finding.ts'

const page = `# Dependencies

## Run time

| package      | licence | why     |
| ------------ | ------- | ------- |
| \`a\`, \`@s/b\` | MIT     | reasons |

## Development

| package | licence | why        |
| ------- | ------- | ---------- |
| \`c\`     | ISC     | not \`d\` |

## Licences

<!-- licences: written by npm run dependencies -- --write -->
<!-- end of licences -->

## Outside npm

| part     | version | licence    | used for |
| -------- | ------- | ---------- | -------- |
| \`tool\`   | 1.2.3   | Apache-2.0 | tests    |
| \`x\`, \`y\` |         | MIT        | images   |
`

const licences = new Map([
  ['a', 'MIT'],
  ['@s/b', 'MIT'],
  ['c', 'ISC'],
])
const lines = (findings: Finding[]): string => findingLines(findings).join('\n')

test('every direct dependency has its licence on the page, and nothing else is there', () => {
  assert.equal(lines(directFindings(page, licences)), '')
  assert.match(
    lines(directFindings(page, new Map([...licences, ['d', 'MIT']]))),
    /^d \(MIT\): .* does not name it; add/,
  )
  assert.match(
    lines(directFindings(page, new Map([...licences, ['a', 'ISC']]))),
    /^a \(ISC\): .* says its licence is "MIT"/,
  )
  const without = new Map([...licences].filter(([name]) => name !== 'c'))
  assert.match(lines(directFindings(page, without)), /^c: .* names it, but no package\.json depends on it/)
})

test('the summary of licences is written into the page and compared with it, however its cells are padded', () => {
  const packages = [
    ...['p', 'q', 'r', 's', 't', 'u'].map((name) => ({ name, licence: 'MIT', isProduction: name < 's' })),
    { name: 'v', licence: 'MPL-2.0', isProduction: true },
  ]
  const summary = summaryTable(packages)
  assert.match(summary, /^\| MIT \| 3 \| 3 \| {2}\|\n\| MPL-2\.0 \| 1 \| 0 \| `v` \|$/m)
  assert.match(lines(summaryFindings(page, summary)), /summary of licences does not match package-lock\.json/)
  const written = withSummary(page, summary)
  assert.equal(lines(summaryFindings(written, summary)), '')
  const padded = written.replace('| MPL-2.0 |', '| MPL-2.0     |').replace('| --- |', '| -------- |')
  assert.equal(lines(summaryFindings(padded, summary)), '')
  assert.notEqual(lines(summaryFindings(written, summaryTable(packages.slice(1)))), '')
  assert.equal(withSummary(written, summary), written)
  assert.throws(() => withSummary('no marks', summary), /has no line <!-- licences/)
})

test('parts outside npm have a licence, and the version that is used', () => {
  const parts = [
    { name: 'tool', version: '1.2.3' },
    { name: 'x', version: null },
    { name: 'y', version: null },
  ]
  assert.equal(lines(outsideFindings(page, parts)), '')
  assert.match(lines(outsideFindings(page, [...parts, { name: 'z', version: null }])), /^z: .* no row with its licence/)
  assert.match(
    lines(outsideFindings(page, [{ name: 'tool', version: '1.3.0' }, ...parts.slice(1)])),
    /^tool 1\.3\.0: .* names version "1\.2\.3" of it/,
  )
  assert.match(lines(outsideFindings(page, parts.slice(0, 2))), /^y: .* nothing uses it/)
})
