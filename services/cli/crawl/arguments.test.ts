import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { UsageError } from '../command/usage-error.ts'
import { parseCrawlArguments, type CrawlArguments } from './arguments.ts'

const accepted: [title: string, args: string[], expected: Partial<CrawlArguments>][] = [
  ['nothing asks for the bundled website as Markdown', [], { url: null, body: { output: ['markdown'] }, out: null }],
  ['a URL is passed on as typed', ['https://example.com/Docs'], { url: 'https://example.com/Docs' }],
  [
    '--limit and --depth',
    ['--limit', '10', '--depth=0'],
    { body: { output: ['markdown'], limit: 10, maxDiscoveryDepth: 0 } },
  ],
  [
    '--limit beyond what services accept by default',
    ['--limit', '250000'],
    { body: { output: ['markdown'], limit: 250_000 } },
  ],
  ['--output takes a list', ['--output', 'markdown, html'], { body: { output: ['markdown', 'html'] } }],
  [
    '--output may be repeated, twins count once',
    ['--output=html', '--output=html,links'],
    { body: { output: ['html', 'links'] } },
  ],
  [
    'patterns keep their order and commas',
    ['--include', '^/a{1,2}', '--include=/b', '--exclude', 'c'],
    { body: { output: ['markdown'], includePaths: ['^/a{1,2}', '/b'], excludePaths: ['c'] } },
  ],
  ['--sitemap only', ['--sitemap', 'only'], { body: { output: ['markdown'], sitemap: 'only' } }],
  [
    'scope flags',
    ['--entire-domain', '--subdomains'],
    { body: { output: ['markdown'], crawlEntireDomain: true, allowSubdomains: true } },
  ],
  ['--out and --json', ['--out', 'x', '--json'], { out: 'x', json: true }],
  ['--help wins over what else is wrong', ['not a url', '--help'], { help: true, url: null }],
  ['-h', ['-h'], { help: true }],
]

const refused: [args: string[], sentence: RegExp][] = [
  [['--limit', '0'], /^--limit takes a whole number of pages, 1 or more, got "0"$/],
  [['--limit', '1e3'], /^--limit takes .* got "1e3"$/],
  [['--limit', ' 5'], /^--limit takes .* got " 5"$/],
  [['--limit'], /^--limit needs a value: a whole number/],
  [['--limit', '-5'], /^--limit needs a value: a whole number/],
  [['--depth', '1.5'], /^--depth takes a whole number of links .* got "1.5"$/],
  [['--output', 'pdf'], /^--output takes one or more of markdown, .* got "pdf"$/],
  [['--output', 'html,'], /^--output takes .* got ""$/],
  [['--include', ''], /^--include takes a regular expression .* got ""$/],
  [['--exclude', 'x'.repeat(1_025)], /^--exclude takes a regular expression .* got "x{80}"$/],
  [Array.from({ length: 101 }, () => '--include=a'), /^--include may be given 100 times, got 101$/],
  [['--sitemap', 'maybe'], /^--sitemap takes one of include, skip, only, got "maybe"$/],
  [['--out', ''], /^--out takes the name of a new or empty folder, got ""$/],
  [['--json=yes'], /^--json takes no value$/],
  [['--limits', '5'], /^--limits is not a flag of crawl; crawl --help lists the flags$/],
  [['-x'], /^-x is not a flag of crawl/],
  [['http://a/', 'http://b/'], /^crawl takes one URL, got 2: http:\/\/a\/ http:\/\/b\/$/],
  [['example.com/docs'], /^URL must be absolute .* got "example.com\/docs"; write https:\/\/example.com\/docs$/],
  [['localhost:8080'], /^URL must be absolute .* got "localhost:8080"; write http:\/\/localhost:8080$/],
  [['ftp://example.com/'], /^URL must be absolute .* got "ftp:\/\/example.com\/"$/],
]

describe('crawl arguments', () => {
  for (const [title, args, expected] of accepted) {
    test(title, () => {
      assert.partialDeepStrictEqual(parseCrawlArguments(args), expected)
    })
  }

  test('the body holds nothing that was not requested', () => {
    assert.deepEqual(parseCrawlArguments(['http://a/']).body, { output: ['markdown'] })
  })

  for (const [args, sentence] of refused) {
    test(`refuses ${args.join(' ').slice(0, 40)}`, () => {
      assert.throws(
        () => parseCrawlArguments(args),
        (error) => {
          assert.ok(error instanceof UsageError)
          assert.match(error.message, sentence)
          assert.ok(!error.message.includes('\n'), 'one line')
          return true
        },
      )
    })
  }
})

describe('the json format', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'seine-schema-')), 'schema.json')
  after(() => rmSync(dirname(file), { recursive: true }))

  it('takes a schema from a file, and a prompt', () => {
    writeFileSync(file, '{"title": "string"}')
    const { body } = parseCrawlArguments(['http://a/', '--output', 'json', '--schema', file, '--prompt', 'the title'])
    assert.deepEqual(body, { output: ['json'], scrape: { schema: { title: 'string' }, prompt: 'the title' } })
  })

  it('is refused without them, and they without it', () => {
    const message = (...args: string[]): string => {
      try {
        parseCrawlArguments(['http://a/', ...args])
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    assert.match(message('--output', 'json'), /needs --schema FILE or --prompt TEXT/)
    assert.match(message('--schema', file), /--schema is for the output json/)
    writeFileSync(file, '[1]')
    assert.match(message('--output', 'json', '--schema', file), /does not contain a JSON object/)
    assert.match(message('--output', 'json', '--schema', `${file}.none`), /ENOENT/)
  })
})
