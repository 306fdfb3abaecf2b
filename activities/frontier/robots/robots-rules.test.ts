import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlDelayMs, isAllowed, narrowTo, parseRobots, sitemaps } from './robots-rules.ts'

const site = 'https://foo.bar'

/** Asserts which paths of one site a robots.txt allows for `FooBot` (or another token) and which it refuses. */
function check(text: string, allowed: string[], refused: string[], agent = 'FooBot'): void {
  const file = parseRobots(text)
  for (const path of allowed) assert.equal(isAllowed(file, agent, site + path), true, `${path} is allowed`)
  for (const path of refused) assert.equal(isAllowed(file, agent, site + path), false, `${path} is refused`)
}

describe('groups', () => {
  it('bind by product token whatever its case', () => {
    check('user-agent: fOObOT\nDISALLOW: /x', ['/X'], ['/x'])
    check('User-Agent: FooBot\nDisallow: /x', [], ['/x'], 'foobot')
  })

  it('of one token merge, also when they stand apart', () => {
    check(
      'User-agent: FooBot\nDisallow: /a\n\nUser-agent: Bar\nDisallow: /b\n\nUser-agent: foobot\nDisallow: /c',
      ['/b'],
      ['/a', '/c'],
    )
  })

  it('start with several user-agent lines in a row', () => {
    for (const agent of ['FooBot', 'Bar', 'Baz']) {
      check(
        'User-agent: FooBot\nUser-agent: Bar\n\nUser-agent: Baz\nDisallow: /x\nDisallow: /y',
        ['/z'],
        ['/x', '/y'],
        agent,
      )
    }
  })

  it('for any agent count only when none names the token', () => {
    const text = 'User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b'
    check(text, ['/a'], ['/b'])
    check(text, ['/b'], ['/a'], 'Other')
    check('User-agent: FooBot\nDisallow:\n\nUser-agent: *\nDisallow: /', ['/', '/a'], [])
    check('User-agent: *\nDisallow: /\n\nUser-agent: FooBot', ['/a'], [])
  })

  it('for any agent merge as well', () => {
    check('User-agent: *\nDisallow: /a\nUser-agent: * # again\nDisallow: /b', [], ['/a', '/b'])
  })

  it('do not bind by prefix in either direction', () => {
    check('User-agent: Foo\nDisallow: /', ['/a'], [])
    check('User-agent: FooBotNews\nDisallow: /', ['/a'], [])
  })

  it('count a user-agent value up to its first character that no token has', () => {
    check('User-agent: FooBot Helper\nDisallow: /', [], ['/a'])
    check('User-agent: FooBot/2.1 (+https://foo.bar)\nDisallow: /', [], ['/a'])
    check('User-agent: foo_bot-x\nDisallow: /', [], ['/a'], 'Foo_Bot-X')
  })

  it('are not split by Sitemap, Crawl-delay, unknown or blank lines', () => {
    for (const line of ['Sitemap: /s.xml', 'Crawl-delay: 5', 'Content-Signal: ai-train=no', 'nonsense', '', '# note']) {
      for (const agent of ['FooBot', 'Bar']) {
        check(
          `User-agent: FooBot\n${line}\nUser-agent: Bar\nDisallow: /x\n${line}\nDisallow: /y`,
          ['/z'],
          ['/x', '/y'],
          agent,
        )
      }
    }
  })

  it('need a user-agent line before the first rule', () => {
    check('Disallow: /\nUser-agent: Bar\nDisallow: /', ['/a'], [])
  })

  it('with an empty user-agent apply to no agent', () => {
    check('User-agent:\nDisallow: /', ['/a'], [])
    check('User-agent:\nDisallow: /', ['/a'], [], '')
  })
})

/** Reference implementation with one regular expression per rule, which the matcher must agree with. */
function naivelyAllowed(rules: { allow: boolean; pattern: string }[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => {
    const body = pattern.replace(/\$$/, '').replaceAll('*', '.*')
    return new RegExp(`^${body}${pattern.endsWith('$') ? '$' : ''}`).test(path)
  })
  const longest = Math.max(...matching.map(({ pattern }) => pattern.length))
  const deciding = matching.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some(({ allow }) => allow)
}

describe('rules', () => {
  it('agree with a naive reading of the RFC on every small file', () => {
    let state = 7
    const pick = (choices: string) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return choices[(state >> 8) % choices.length] ?? ''
    }
    const text = (choices: string, length: number) => Array.from({ length }, () => pick(choices)).join('')
    for (let round = 0; round < 3_000; round += 1) {
      const rules = Array.from({ length: 4 }, () => ({
        allow: pick('01') === '1',
        pattern: `/${text('ab*', Number(pick('01234')))}${pick('  $').trim()}`,
      }))
      const lines = rules.map(({ allow, pattern }) => `${allow ? 'Allow' : 'Disallow'}: ${pattern}`)
      const file = parseRobots(['User-agent: *', ...lines].join('\n'))
      const path = `/${text('ab', Number(pick('012345')))}`
      assert.equal(
        isAllowed(file, 'FooBot', site + path),
        naivelyAllowed(rules, path),
        `${lines.join(', ')} on ${path}`,
      )
    }
  })

  it('of most octets win whatever their order', () => {
    for (const lines of ['Disallow: /a/b\nAllow: /a', 'Allow: /a\nDisallow: /a/b']) {
      check(`User-agent: *\n${lines}`, ['/a', '/a/c'], ['/a/b', '/a/b/c'])
    }
    check('User-agent: *\nDisallow: /\nAllow: /page', ['/page', '/page/x'], ['/', '/pag'])
    check('User-agent: *\nAllow: /a/*b\nDisallow: /a/xxb', ['/a/b', '/a/xb'], ['/a/xxb'])
  })

  it('allow on ties', () => {
    check('User-agent: *\nDisallow: /a\nAllow: /a', ['/a'], [])
    check('User-agent: *\nAllow: /a\nDisallow: /a', ['/a'], [])
    check('User-agent: *\nAllow: /$\nDisallow: /', ['/'], ['/a'])
    check('User-agent: *\nDisallow: /ab\nAllow: /a*', ['/abc'], [])
    check('User-agent: *\nAllow: /ab\nDisallow: /a*', ['/abc'], ['/ac'])
  })

  it('match path, parameters and query, not the fragment', () => {
    check(
      'User-agent: *\nDisallow: /a?x=1\nDisallow: /b;p=2\nDisallow: /*&z',
      ['/a', '/a?x=2', '/b;p=1', '/c#&z'],
      ['/a?x=1&y', '/b;p=2', '/q?a&z'],
    )
  })

  it('match from the start of the path, case-sensitively', () => {
    check('User-agent: *\nDisallow: /Fish', ['/fish', '/x/Fish', '/catfish'], ['/Fish', '/Fish.html', '/Fishheads'])
    check('User-agent: *\nDisallow: fish', ['/fish', '/'], [])
  })

  it('without a value match nothing', () => {
    check('User-agent: *\nDisallow:\nDisallow: # all', ['/', '/a'], [])
    check('User-agent: *\nDisallow: /\nAllow:', [], ['/a'])
  })

  it('never refuse robots.txt itself', () => {
    check('User-agent: *\nDisallow: /', ['/robots.txt'], ['/robots.txt.bak', '/a/robots.txt', '/'])
  })

  it('treat a URL without path as the root', () => {
    check('User-agent: *\nDisallow: /$', ['/a'], ['', '/'])
  })

  it('take index.html for a page like any other', () => {
    check('User-agent: *\nDisallow: /\nAllow: /index.html', ['/index.html'], ['/'])
  })
})

describe('wildcards', () => {
  it('stand for any run of characters, none included', () => {
    check(
      'User-agent: *\nDisallow: /*.php',
      ['/', '/php', '/windows.PHP'],
      ['/.php', '/a.php', '/a/b.php?c=d', '/a.php5'],
    )
    check('User-agent: *\nDisallow: /a*b*c', ['/acb', '/ab', '/b/abc'], ['/abc', '/a1b2c3', '/a/b/b/c'])
    check('User-agent: *\nDisallow: *.gif', ['/a.png'], ['/a.gif'])
    check('User-agent: *\nDisallow: /a**b', ['/a'], ['/ab', '/axb'])
  })

  it('anchor with a dollar sign at the end alone', () => {
    check('User-agent: *\nDisallow: /*.php$', ['/a.php?b', '/a.php/', '/a.php5'], ['/a.php', '/a.php/b.php'])
    check('User-agent: *\nDisallow: /a$b', ['/a', '/ab'], ['/a$b', '/a$bc'])
    check('User-agent: *\nDisallow: /a*$', [], ['/a', '/abc'])
    check('User-agent: *\nDisallow: /ab*b$', ['/ab'], ['/abb', '/abxb'])
  })

  it('are literal when percent-encoded', () => {
    check('User-agent: *\nDisallow: /file-%2A.html', ['/file-x.html'], ['/file-*.html', '/file-%2a.html'])
    check('User-agent: *\nDisallow: /price%24', ['/price', '/pric'], ['/price$', '/price%24x'])
  })

  it('cost a bounded time, whatever the file', () => {
    const size = 500 * 1024
    const path = 'a'.repeat(2_000)
    const files: Record<string, (line: number) => string> = {
      'many wildcards in a rule': (line) => `Disallow: /${'*a'.repeat(30)}*${line}$`,
      'many rules with one': (line) => `Disallow: /*a${line.toString(36).replaceAll('a', '_')}a`,
      'long pieces': (line) => `Disallow: /*${'a'.repeat(300)}${line}${'a'.repeat(300)}`,
      'nothing but wildcards': () => `Disallow: /${'*'.repeat(size)}b`,
      'non-ASCII': () => `Disallow: /${'é'.repeat(900)}`,
      'stray percent signs': () => `Disallow: /${'%'.repeat(size)}`,
    }
    for (const [name, line] of Object.entries(files)) {
      const lines = ['User-agent: *']
      for (let length = 0; length < size; length += lines.at(-1)!.length) lines.push(line(lines.length))
      const text = lines.join('\n').slice(0, size)
      // Measures processor time, and takes the minimum of several runs, so that load on the machine does not matter.
      const times = Array.from({ length: 4 }, () => {
        const start = process.threadCpuUsage()
        isAllowed(parseRobots(text), 'FooBot', `${site}/${path}`)
        const { user, system } = process.threadCpuUsage(start)
        return (user + system) / 1_000
      })
      assert.ok(Math.min(...times) < 1_000, `${name}: ${times.join(', ')} ms`)
    }
  })

  it('refuse a URL that would take too long, and no other', () => {
    const rules = Array.from({ length: 20_000 }, (_, line) => `Disallow: /*a${line}x`).join('\n')
    check(`User-agent: *\n${rules}`, ['/short', `/${'b'.repeat(30)}`], ['/a7x', `/${'a'.repeat(2_000)}`])
  })
})

describe('percent-encoding', () => {
  it('of non-ASCII is levelled on both sides', () => {
    for (const pattern of ['/foo/ツ', '/foo/%E3%83%84', '/foo/%e3%83%84']) {
      check(`User-agent: *\nDisallow: ${pattern}`, ['/foo/%E3%83'], ['/foo/ツ', '/foo/%E3%83%84', '/foo/%e3%83%84/x'])
    }
  })

  it('of unreserved characters is levelled on both sides', () => {
    check('User-agent: *\nDisallow: /foo/%62%61%7A', [], ['/foo/baz', '/foo/%62az'])
    check('User-agent: *\nDisallow: /~joe', [], ['/%7Ejoe', '/%7ejoe'])
  })

  it('of reserved characters keeps them apart', () => {
    check('User-agent: *\nDisallow: /a%2Fb', ['/a/b'], ['/a%2fb', '/a%2Fb'])
    check('User-agent: *\nDisallow: /a/b', ['/a%2Fb'], ['/a/b'])
  })

  it('of what a query may carry either way is levelled there, and there alone', () => {
    const plain = '/foo/bar?baz=https://foo.bar'
    const encoded = '/foo/bar?baz=https%3A%2F%2Ffoo.bar'
    for (const pattern of [plain, encoded, '/*?*=https://foo', '/foo/bar?baz=https%3a%2f%2f']) {
      check(`User-agent: *\nDisallow: ${pattern}`, ['/foo/bar?baz=http://foo'], [plain, encoded])
    }
    check('User-agent: *\nDisallow: /*%2F', ['/a/b', '/a?b=/'], ['/a%2fb', '/a?b=%2f'])
    check('User-agent: *\nDisallow: /a?b=1%26c', ['/a?b=1&c'], ['/a?b=1%26c'])
    check('User-agent: *\nDisallow: /\nAllow: /a?b=%2F', ['/a?b=%2F', '/a?b=/'], ['/a?b='])
  })

  it('that WHATWG adds to a URL is levelled too', () => {
    const file = parseRobots("User-agent: *\nDisallow: /a b\nDisallow: /{x}\nDisallow: /c?q='d'\nDisallow: /50%")
    for (const path of ['/a b', '/{x}', "/c?q='d'", '/50%']) {
      assert.equal(isAllowed(file, 'FooBot', new URL(path, site).href), false, path)
    }
  })

  it('counts as octets when the longest match is sought', () => {
    check('User-agent: *\nDisallow: /ツ\nAllow: /*345678', [], ['/ツ345678'])
    check('User-agent: *\nDisallow: /ツ\nAllow: /*34567890', ['/ツ34567890'], [])
  })
})

describe('the text', () => {
  const lines = ['# top', 'User-agent: *', 'Disallow: /a', 'Disallow: /b']

  it('may end its lines with CR, LF or CRLF, and the last with none', () => {
    for (const end of ['\r', '\n', '\r\n']) {
      check(lines.join(end), ['/c'], ['/a', '/b'])
      check(lines.join(end) + end, ['/c'], ['/a', '/b'])
    }
  })

  it('may start with a byte order mark', () => {
    check('\uFEFFUser-agent: *\nDisallow: /a', ['/b'], ['/a'])
  })

  it('may have comments and white space around names and values', () => {
    check(
      '  User-agent :\t FooBot  # us\n\tDisallow\t: /a#b\n Disallow : /c d # e',
      ['/b', '/c'],
      ['/a', '/a#x', '/c%20d'],
    )
  })

  it('has no rules in lines without a colon or of unknown names', () => {
    check('User-agent FooBot\nDisallow /\nUser-agent: *\nDisalow: /\nNoindex: /a', ['/a'], [])
  })

  it('of an HTML page has no rules', () => {
    check(
      '<!doctype html>\n<html><body>\n<a href="https://foo.bar/">User-agent: *</a>\n<p>Disallow: /</p>',
      ['/', '/a'],
      [],
    )
  })

  it('may have lines of any length', () => {
    check(`User-agent: *\nDisallow: /${'x'.repeat(400_000)}\nDisallow: /b`, ['/x'], ['/b'])
  })

  it('survives characters that are no Unicode', () => {
    check('User-agent: *\nDisallow: /\uD800a\n\0\nDisallow: /b', ['/a'], ['/b', '/\uFFFDa'])
  })

  it('may be empty', () => {
    check('', ['/'], [])
  })
})

describe('crawlDelayMs', () => {
  const delay = (text: string, agent = 'FooBot') => crawlDelayMs(parseRobots(text), agent)

  it('reads seconds with fractions, and text after the number', () => {
    assert.equal(delay('User-agent: *\nCrawl-delay: 2.5'), 2_500)
    assert.equal(delay('User-agent: *\nCRAWL-DELAY: 10 seconds'), 10_000)
  })

  it('is null for what is no delay and where none is declared', () => {
    for (const value of ['', 'soon', '-1', 'Infinity', 'NaN']) {
      assert.equal(delay(`User-agent: *\nCrawl-delay: ${value}\nDisallow: /a`), null, value)
    }
    assert.equal(delay('User-agent: Bar\nCrawl-delay: 5'), null)
  })

  it('comes from the groups that bind the agent, the longest of several', () => {
    const text =
      'User-agent: *\nCrawl-delay: 9\nDisallow:\nUser-agent: FooBot\nCrawl-delay: 1\nDisallow:\nUser-agent: FooBot\nCrawl-delay: 3'
    assert.equal(delay(text), 3_000)
    assert.equal(delay(text, 'Other'), 9_000)
  })
})

describe('sitemaps', () => {
  it('are resolved, of any host, in order, without repeats, whatever group they stand in', () => {
    const file = parseRobots(
      'Sitemap: /a.xml\nUser-agent: Bar\nsitemap: https://cdn.example/b.xml\nDisallow: /\nSitemap: a.xml\n' +
        'Sitemap:\nSitemap: ftp://foo.bar/c.xml\nSitemap: https://cdn.example/b.xml\nSitemap: //foo.bar/d.xml # new',
    )
    assert.deepEqual(sitemaps(file, `${site}/robots.txt`), [
      'https://foo.bar/a.xml',
      'https://cdn.example/b.xml',
      'https://foo.bar/d.xml',
    ])
  })
})

describe('narrowTo', () => {
  const text =
    'User-agent: *\nCrawl-delay: 7\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n\n' +
    'User-agent: FooBot\nUser-agent: Bar\nAllow: /b/c\nCrawl-delay: 2\n\nSitemap: /s.xml'

  it('answers for its agent as the whole file does, from one group', () => {
    const whole = parseRobots(text)
    for (const agent of ['FooBot', 'Bar', 'Other']) {
      const narrow = narrowTo(whole, agent)
      assert.equal(narrow.groups.length, 1)
      assert.equal(crawlDelayMs(narrow, agent), crawlDelayMs(whole, agent))
      assert.deepEqual(narrow.sitemaps, whole.sitemaps)
      for (const path of ['/a', '/b', '/b/c', '/d']) {
        assert.equal(isAllowed(narrow, agent, site + path), isAllowed(whole, agent, site + path), agent + path)
      }
    }
  })

  it('has no group where none binds the agent', () => {
    assert.deepEqual(narrowTo(parseRobots('User-agent: Bar\nDisallow: /'), 'FooBot').groups, [])
  })

  it('survives JSON', () => {
    const narrow = narrowTo(parseRobots(text), 'FooBot')
    assert.deepEqual(JSON.parse(JSON.stringify(narrow)), narrow)
  })
})
