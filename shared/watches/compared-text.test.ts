import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TextComparison } from './compared-text.ts'

const rules = new TextComparison({ mode: 'markdown', ignorePatterns: [] })
const textOf = async (markdown: string): Promise<string | null> => await rules.textOf({ markdown })

/** Pairs of versions that differ only in what changes by itself. */
const same: Record<string, [string, string][]> = {
  'relative times': [
    ['Posted 2 hours ago by Ann.', 'Posted 3 days ago by Ann.'],
    ['Ann, just now', 'Ann, 5 minutes ago'],
    ['vor 3 Stunden', 'vor 2 Tagen'],
    ['Ann · 5m ago', 'Ann · 2h ago'],
  ],
  'dates of the last update': [
    ['Last updated: 3 May 2026', 'Last updated: 14 June 2026'],
    ['Updated on 2026-05-03', 'Updated on 2026-06-14T12:00:00Z'],
    ['Last modified on May 3, 2026 at 10:15', 'Last modified on June 4, 2026 at 08:02'],
    ['Today is Monday, 23 November 2026', 'Today is Tuesday, 24 November 2026'],
    ['Page generated at 12:30:01', 'Page generated at 18:02:59'],
    ['Last updated 2 hours ago', 'Last updated yesterday'],
  ],
  counters: [
    ['1,234 views', '1,240 views'],
    ['Views: 99', 'Views: 100'],
    ['Comments (12)', 'Comments (14)'],
    ['12 comments · 1.2K likes', '15 comments · 1.3K likes'],
    ['3 people are viewing this page', '11 people are viewing this page'],
  ],
  'nonces, tokens and hashes of builds': [
    ['Build 3f2a9c1d7e', 'Build a81c77be02'],
    ['Request ID: 7f3e2d1c-0b9a-4f8e-8d7c-6b5a49382716', 'Request ID: 0b9a2d1c-7f3e-4f8e-8d7c-6b5a4938aaaa'],
    ['[Buy](https://shop.test/buy?csrf_token=a1b2c3d4e5f6)', '[Buy](https://shop.test/buy?csrf_token=f6e5d4c3b2a1)'],
    ['[App](https://shop.test/static/app.3f2a9c1d.js)', '[App](https://shop.test/static/app.a81c77be.js)'],
    ['![A boat](https://cdn.test/boat.3f2a9c1d.png)', '![A boat](https://cdn.test/boat.a81c77be.png)'],
    ['![](https://cdn.test/pixel?n=1)\n\nText', '![](https://cdn.test/pixel?n=2)\n\nText'],
  ],
  'tracking parameters and session ids': [
    ['[News](https://site.test/news?utm_source=a&id=1)', '[News](https://site.test/news?id=1&utm_source=b)'],
    ['[Cart](https://site.test/cart;jsessionid=AAA111)', '[Cart](https://site.test/cart;jsessionid=BBB222)'],
    ['[Cart](https://site.test/cart?PHPSESSID=aaa)', '[Cart](https://site.test/cart?PHPSESSID=bbb)'],
  ],
  'white space and invisible characters': [
    ['A  boat\u00a0sails', 'A boat sails'],
    ['A bo\u00adat sails\u200b', 'A boat sails'],
    ['One\n\n\n\nTwo', 'One\n\nTwo\n'],
    ['Caf\u0065\u0301', 'Caf\u00e9'],
  ],
  'blocks of suggestions': [
    [
      '# Boats\n\nAll about boats.\n\n## Related articles\n\n- [Ships](https://a.test/1)\n- [Oars](https://a.test/2)',
      '# Boats\n\nAll about boats.\n\n## Related articles\n\n- [Sails](https://a.test/3)',
    ],
    [
      'Text.\n\n### You may also like\n\nA\n\n#### B\n\nB\n\n### Contact\n\nHarbour 1',
      'Text.\n\n### You may also like\n\nC\n\n### Contact\n\nHarbour 1',
    ],
  ],
  'order of unordered lists': [
    ['- one\n- two\n- three', '- three\n- one\n- two'],
    ['- one\n  - a\n  - b\n- two', '- two\n- one\n  - b\n  - a'],
    ['Before\n\n- one\n\n- two\n\nAfter', 'Before\n\n- two\n\n- one\n\nAfter'],
  ],
  'cookie banners': [
    ['We use cookies to improve your experience. By continuing you accept all cookies.\n\nText', 'Text'],
    ['## We value your privacy\n\nChoose what you allow.\n\n## Text\n\nWords', '## Text\n\nWords'],
  ],
}

/** Pairs of versions that really differ. */
const changed: [string, string, string][] = [
  ['a price', 'A berth costs 40 euros.', 'A berth costs 45 euros.'],
  ['a date of an event', 'The regatta is on 3 May 2026.', 'The regatta is on 4 May 2026.'],
  ['a time of opening', 'Open from 9:00 to 17:00', 'Open from 9:00 to 18:00'],
  ['a number in stock', '12 items in stock', '11 items in stock'],
  ['a duration', 'Delivery takes 3 days', 'Delivery takes 5 days'],
  ['a word', 'Registration is open', 'Registration is closed'],
  ['a sign', 'Berth 4 ✓', 'Berth 4 ✗'],
  ['the order of words', 'Ann beats Bob', 'Bob beats Ann'],
  ['an item of a list', '- one\n- two', '- one\n- four'],
  ['the order of a numbered list', '1. one\n2. two', '1. two\n2. one'],
  ['the target of a link', '[Form](https://site.test/form?id=1)', '[Form](https://site.test/form?id=2)'],
  ['a picture', '![A boat](https://cdn.test/a.png)', '![A ship](https://cdn.test/a.png)'],
  ['a version', 'Version 1.2.3', 'Version 1.2.4'],
  ['a telephone number', 'Call 555 1234', 'Call 555 1235'],
  ['a heading', '## Fees', '## Prices'],
  ['a comment', '12 comments\n\nGood harbour.', '13 comments\n\nGood harbour.\n\nBad food.'],
  [
    'text after suggestions',
    '## Related\n\nA\n\n## Contact\n\nHarbour 1',
    '## Related\n\nB\n\n## Contact\n\nHarbour 2',
  ],
  ['a sentence about cookies', 'We bake cookies with oats.', 'We bake cookies with nuts.'],
  ['a year', 'Founded in 1998', 'Founded in 1999'],
]

describe('the compared text', () => {
  for (const [what, pairs] of Object.entries(same)) {
    it(`does not change with ${what}`, async () => {
      for (const [before, after] of pairs) assert.equal(await textOf(after), await textOf(before))
    })
    it(`shows a change beside ${what}`, async () => {
      for (const [before, after] of pairs) {
        assert.notEqual(await textOf(`Price: 10\n\n${before}`), await textOf(`Price: 11\n\n${after}`))
      }
    })
  }
  for (const [what, before, after] of changed) {
    it(`changes with ${what}`, async () => {
      assert.notEqual(await textOf(after), await textOf(before))
    })
  }

  it('takes linear time for hostile texts', async () => {
    const hostile = [
      '[',
      '![',
      '](',
      '[a](',
      '](a "',
      '111 ',
      '1,111',
      'token-',
      'build ',
      '1 ',
      '- ',
      '  - a\n',
      'cookies ',
      'vor 3 ',
    ]
    for (const piece of hostile) {
      const startedMs = performance.now()
      await textOf(piece.repeat(Math.ceil(300_000 / piece.length)))
      assert.ok(performance.now() - startedMs < 10_000, piece)
    }
  })

  it('reads pictures in time linear in the text, whatever is open before them', async () => {
    // With up to 500 characters tried after every `![`, this took fifty times as long.
    const startedMs = process.cpuUsage().user / 1000
    await textOf('!['.repeat(1_000_000))
    assert.ok(process.cpuUsage().user / 1000 - startedMs < 1_000)
    assert.equal(await textOf('![Hello! [x](https://cdn.test/a.png)'), '![Hello! [x]')
  })

  it('lets other work run while it reads a large page, and a very long line', async () => {
    const long = `Fee 12 of 2026 ${'for boats '.repeat(30)}`.repeat(5_000)
    for (const markdown of ['Fee 12 of 2026\n'.repeat(100_000), long]) {
      let turns = 0
      const timer = setInterval(() => (turns += 1), 1)
      await textOf(markdown)
      clearInterval(timer)
      assert.ok(turns > 3, `${turns} turns`)
    }
  })

  it('reads the same lines whatever the size of the page and its line breaks', async () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const lines = Array.from({ length: 20_000 }, (_, at) => `Berth ${at} ✓`)
      assert.equal(await textOf(lines.join(lineBreak)), lines.join('\n'))
    }
  })

  it('reads a very long line as it reads the same text in short ones', async () => {
    const words = new TextComparison({ mode: 'text', ignorePatterns: [] })
    const parts = [
      'Ann wrote this 5 minutes ago in the harbour and nobody has read it',
      '[the boats of the harbour](https://site.test/boats?utm_source=a "All boats")',
      '![a boat under sails](https://cdn.test/boat.3f2a9c1d.png)',
      '[![a boat](https://cdn.test/b.png) and its crew](https://site.test/crew) sails',
      'far from the coast with fresh fish, ropes and sails for everybody on board, 12 - 3. and * more words without end,',
      'as the harbour master likes to say when the weather is fine and the wind blows from the west, which is often'.repeat(
        4,
      ),
    ]
    for (const comparison of [rules, words]) {
      const whole: string[] = []
      for (const part of parts) whole.push((await comparison.textOf({ markdown: `x ${part}` }))!.slice(2))
      for (const shift of ['', 'harbour', 'a berth by the sea', 'w'.repeat(300)]) {
        const line = (texts: string[]): string => `${shift} ${Array(300).fill(texts.join(' ')).join(' ')}`.trim()
        assert.equal(await comparison.textOf({ markdown: line(parts) }), line(whole))
      }
    }
  })

  it('reads a very long line with a number everywhere, or without spaces, as any other', async () => {
    const line = 'Fee 12 of 2026 '.repeat(10_000).trim()
    assert.equal(await textOf(line), line)
    for (const stretch of [`${line} `, `${'1a-'.repeat(50_000)} `, `${'[a](/1)'.repeat(20_000)} `]) {
      assert.equal(await textOf(`${stretch}Updated 5 minutes ago`), `${await textOf(stretch)} Updated <time>`.trim())
    }
    const counters = ['1,234 views', '[99 likes](https://site.test/b?utm_source=a)', 'Updated 5 minutes ago']
    for (const shift of ['', 'harbour ', 'a berth by the sea ']) {
      const whole: string[] = []
      for (const counter of counters) whole.push((await textOf(counter))!)
      const lineOf = (texts: string[]): string => `${shift}${`${texts.join(' ')} `.repeat(4_000)}`.trim()
      assert.equal(await textOf(lineOf(counters)), lineOf(whole))
    }
    const label = `[${'boats '.repeat(20_000)}](https://site.test/)`
    assert.equal(await textOf(label), label.replace('https:', 'http:'))
  })

  it('keeps very long lists in their order', async () => {
    const items = Array.from({ length: 30_000 }, (_, at) => `- berth ${30_000 - at}`)
    assert.equal(await textOf(items.join('\n')), items.join('\n'))
  })

  it('keeps what is not in question', async () => {
    const markdown = '# Fees\n\nA berth costs **40 euros**.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode  here\n```'
    assert.equal(await textOf(markdown), markdown.replace('code  here', 'code here'))
  })

  it('leaves out lines that match a pattern', async () => {
    const own = new TextComparison({ mode: 'markdown', ignorePatterns: ['^Weather: ', 'lottery'] })
    assert.equal(await own.textOf({ markdown: 'Weather: sun\n\nFees\n\nThe lottery numbers: 1 2 3' }), 'Fees')
  })

  it('is the words alone when they are requested', async () => {
    const words = new TextComparison({ mode: 'text', ignorePatterns: [] })
    const markdown = '# Fees\n\nA **berth** costs [40 euros](https://a.test/).\n\n- one\n- two'
    assert.equal(await words.textOf({ markdown }), 'Fees\n\nA berth costs 40 euros.\n\none\ntwo')
    assert.equal(
      await words.textOf({ markdown: markdown.replace('a.test', 'b.test') }),
      await words.textOf({ markdown }),
    )
  })

  it('is JSON with its members in order', async () => {
    const json = new TextComparison({ mode: 'json', ignorePatterns: [] })
    assert.equal(await json.textOf({ json: { b: 1, a: [2] } }), await json.textOf({ json: { a: [2], b: 1 } }))
    assert.equal(await json.textOf({ json: null }), null)
    assert.equal(await rules.textOf({}), null)
  })
})
