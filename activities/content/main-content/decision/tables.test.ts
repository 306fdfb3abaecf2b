import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../../html/parse-tree.ts'
import { firstElement } from '../../../html/tree.ts'
import { readBlocks } from '../blocks.ts'
import { settleTables } from './tables.ts'

/** Returns the blocks that are kept after settling; each block is one word, and words with a K were kept before. */
function settled(html: string): string {
  const blocks = readBlocks(firstElement(parseTree(html).document, 'body')!, 100)!
  const texts = Array.from({ length: blocks.count }, (_, block) => blocks.texts[blocks.textStart[block]!]!.text!)
  const kept = Uint8Array.from(texts, (text) => (text.includes('K') ? 1 : 0))
  settleTables(
    blocks,
    Float64Array.from(texts, (text) => text.split(' ').length),
    kept,
  )
  return texts.filter((_, block) => kept[block] === 1).join(' ')
}

describe('settleTables', () => {
  const cases: [title: string, html: string, kept: string][] = [
    ['keeps all cells where most are kept', '<table><tr><td>K1<td>K2<tr><td>x<td>K3</table><p>y', 'K1 K2 x K3'],
    ['drops all cells where few are kept', '<table><tr><td>K1<td>x<td>x<tr><td>x<td>x<td>x</table><p>K', 'K'],
    ['settles row by row in between', '<table><tr><td>K1<td>x<tr><td>x<td>x</table><p>K', 'K1 x K'],
    ['keeps the header of a row', '<table><tr><th>x1<th>x2<tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 x2 K K K'],
    ['keeps the header below a caption', '<table><caption>x0</caption><tr><th>x1<th>x2<tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 x2 K K K'],
    ['keeps all rows of the head', '<table><thead><tr><th>x1<th>x2<tr><th>x3<th>x4<tbody><tr><th>x5<th>x6<tr><td>K<td>K<tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 x2 x3 x4 K K K K K'],
    ['keeps all headers at the top', '<table><tr><th>x1<tr><th>x2<th>x3<tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 x2 x3 K K K'],
    ['keeps a header with an empty corner', '<table><thead><tr><td><th>x1<tbody><tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 K K K'],
    ['keeps a header with an empty corner at the top', '<table><tr><td><th>x1<tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 K K K'],
    ['keeps a header of data cells in the head', '<table><thead><tr><td>x1<td>x2<tbody><tr><td>K<td>K<tr><td>x<td>x</table><p>K', 'x1 x2 K K K'],
    ['settles a table of headers row by row', '<table><tr><th>K1<th>K2<tr><th>x<th>x<tr><th>K3<th>x</table><p>K', 'K1 K2 K3 x K'],
    ['keeps no header alone, with an empty corner', '<table><thead><tr><td><th>K1<tbody><tr><td>x<td>x</table><p>K', 'K'],
    ['keeps no header alone', '<table><tr><th>K1<th>K2<tr><td>x<td>x<tr><td>x<td>x</table><p>K', 'K'],
    ['leaves a table alone that arranges a page', '<table><tr><td>x<td><table><tr><td>K1<td>K2</table><td>x x</table>', 'K1 K2'],
    ['leaves a table alone whose cells are long', `<table><tr><td>K<td>${'x '.repeat(80)}</table>`, 'K'],
    ['leaves a table alone whose rows are entries of several lines', `<table>${'<tr><td>x<td><p>K<p>x<p>x<p>x<p>x'.repeat(10)}</table>`, 'K K K K K K K K K K'],
    ['keeps all cells of such a table where most are kept', `<table>${'<tr><td>K<td><p>K<p>K<p>K<p>x'.repeat(10)}</table>`, Array.from({ length: 10 }, () => 'K K K K x').join(' ')],
    ['settles a table of such cells with headers', `<table><tr><th>x<th>x${'<tr><td>x<td><p>K<p>x<p>x<p>x<p>x<p>x'.repeat(10)}</table><p>K`, 'K'],
    ['leaves a page without tables alone', '<p>K1<p>x', 'K1'],
  ] // prettier-ignore
  for (const [title, html, kept] of cases) it(title, () => assert.equal(settled(html), kept))
})
