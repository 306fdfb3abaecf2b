import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStart, readTotal } from './total-results.ts'

for (const [text, expected] of [
  ['About 1,230,000 results (0.42 seconds)', 1_230_000],
  ['Ungefähr 1.230.000 Ergebnisse (0,42 Sekunden)', 1_230_000],
  ['Environ 1 230 000 résultats (0,42 secondes)', 1_230_000],
  ['Environ 1 230 000 résultats', 1_230_000],
  ['Ungefähr 1’230’000 Ergebnisse', 1_230_000],
  ['लगभग १२,३४,५६७ परिणाम', 1_234_567],
  ['About 12,34,567 results', 1_234_567],
  ['حوالي ١٬٢٣٠٬٠٠٠ نتيجة', 1_230_000],
  ['約 1,230,000 件 （0.42 秒）', 1_230_000],
  ['11-20 of 12,300 results', 12_300],
  ['Page 2 of about 98 results (0.421 seconds)', 98],
  ['1 result', 1],
  ['No results', null],
  ['', null],
  ['9'.repeat(400), null],
] as const) {
  test(`"${text.slice(0, 50)}" has ${expected ?? 'no number'}`, () => assert.equal(readTotal(text), expected))
}

for (const [text, expected] of [
  ['11-20 of About 1,230 results', 11],
  ['1.011 – 1.020 von 12.300 Ergebnissen', 1_011],
  ['About 1,230 results', 1],
  ['', null],
] as const) {
  test(`"${text}" begins at ${expected}`, () => assert.equal(readStart(text), expected))
}
