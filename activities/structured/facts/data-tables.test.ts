import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from './testing/facts-of.ts'

const tables = (html: string): unknown[] =>
  factsOf(html).tables.map(({ header, rows }) => [header, ...rows.map((row) => row.map(({ text }) => text))])

describe('collectTables', () => {
  it('reads names, caption, heading and links', () => {
    const [table] = factsOf(
      '<h2>Races</h2><table><caption>2024</caption><thead><tr><th>Day<th>Place<tbody><tr><td>1 May<td><a href=/b>Bonn</a></table>',
    ).tables
    assert.deepEqual(table, {
      caption: '2024',
      heading: 'Races',
      header: ['Day', 'Place'],
      rows: [
        [
          { text: '1 May', url: null },
          { text: 'Bonn', url: 'https://example.org/b' },
        ],
      ],
    })
  })

  const cases: [title: string, html: string, expected: unknown[]][] = [
    [
      'repeats cells that reach over rows and columns',
      '<table><tr><th>A<th>B<th>C<tr><td rowspan=2>1<td>2<td>3<tr><td colspan=2>4</table>',
      [
        [
          ['A', 'B', 'C'],
          ['1', '2', '3'],
          ['1', '4', '4'],
        ],
      ],
    ],
    [
      'joins the names of two header rows',
      '<table><thead><tr><th rowspan=2>Team<th colspan=2>Goals<tr><th>For<th>Against</thead><tr><td>X<td>3<td>1</table>',
      [
        [
          ['Team', 'Goals For', 'Goals Against'],
          ['X', '3', '1'],
        ],
      ],
    ],
    [
      'turns a table whose rows have names',
      '<table><tr><th>Price<td>5<td>6<tr><th>Size<td>S<td>M</table>',
      [
        [
          ['Price', 'Size'],
          ['5', 'S'],
          ['6', 'M'],
        ],
      ],
    ],
    [
      'takes a plain first row for names over rows with figures',
      '<table><tr><td>Name<td>Age<tr><td>Ana<td>31<tr><td>Ben<td>40</table>',
      [
        [
          ['Name', 'Age'],
          ['Ana', '31'],
          ['Ben', '40'],
        ],
      ],
    ],
    [
      'leaves out headings between rows',
      '<table><tr><th>A<th>B<tr><td colspan=2>Part<tr><td>1<td>2</table>',
      [
        [
          ['A', 'B'],
          ['1', '2'],
        ],
      ],
    ],
    ['takes a table that holds another for none', '<table><tr><th>A<th>B<tr><td><table></table><td>x</table>', []],
    ['takes a table of labels for none', '<table><tr><td>Colour<td>Red<tr><td>Size<td>Large</table>', []],
  ]
  for (const [title, html, expected] of cases)
    it(title, () => {
      assert.deepEqual(tables(html), expected)
    })
})
