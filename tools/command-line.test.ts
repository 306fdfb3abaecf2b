import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBenchArguments } from './bench-arguments.ts'
import { helpOn, helpText, parseCommandLine, type CommandLine } from './command-line.ts'
import { parseCrawlArguments } from '../services/cli/crawl/arguments.ts'
import { parseReliabilityArguments } from './reliability-arguments.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

const accepted: [line: string, expected: CommandLine][] = [
  ['', { command: 'help', about: null }],
  ['help', { command: 'help', about: null }],
  ['--help', { command: 'help', about: null }],
  ['crawl', { command: 'crawl', request: parseCrawlArguments([]) }],
  ['crawl http://a/ --limit 5', { command: 'crawl', request: parseCrawlArguments(['http://a/', '--limit', '5']) }],
  ['crawl -h', { command: 'crawl', request: parseCrawlArguments(['-h']) }],
  [
    'test',
    {
      command: 'test',
      suites: ['check', 'unit', 'contract', 'browser', 'stack', 'ops'],
      names: [],
      setUpOnly: false,
      runnerArgs: [],
    },
  ],
  [
    'test stack browser',
    { command: 'test', suites: ['browser', 'stack'], names: [], setUpOnly: false, runnerArgs: [] },
  ],
  ['test --set-up ops', { command: 'test', suites: ['ops'], names: [], setUpOnly: true, runnerArgs: [] }],
  [
    'test unit shared/urls/patterns.ts --watch',
    {
      command: 'test',
      suites: ['unit'],
      names: ['shared/urls/patterns.ts'],
      setUpOnly: false,
      runnerArgs: ['--watch'],
    },
  ],
  [
    'test test/stack',
    {
      command: 'test',
      suites: ['unit', 'contract', 'browser', 'stack', 'ops'],
      names: ['test/stack'],
      setUpOnly: false,
      runnerArgs: [],
    },
  ],
  ['test --changed', { command: 'test changed', since: null, runnerArgs: [] }],
  [
    'test --changed main -- --test-name-pattern x',
    { command: 'test changed', since: 'main', runnerArgs: ['--test-name-pattern', 'x'] },
  ],
  ['house', { command: 'house', draw: false }],
  ['house --draw', { command: 'house', draw: true }],
  ['test fresh', { command: 'test fresh', releases: ['debian-12'], runnerArgs: [] }],
  ['test fresh debian-13 -- x', { command: 'test fresh', releases: ['debian-13'], runnerArgs: ['x'] }],
  ['test stack unit unit', { command: 'test', suites: ['unit', 'stack'], names: [], setUpOnly: false, runnerArgs: [] }],
  [
    'test unit -- --test-name-pattern x',
    { command: 'test', suites: ['unit'], names: [], setUpOnly: false, runnerArgs: ['--test-name-pattern', 'x'] },
  ],
  ['bench json --json f', { command: 'bench', request: { bench: 'json', json: 'f' } }],
  ['bench console --json f', { command: 'bench', request: { bench: 'console', seconds: 60, json: 'f' } }],
  ['bench labs traps', { command: 'bench', request: parseBenchArguments(['labs', 'traps']) }],
  ['bench crawl --help', { command: 'help', about: 'bench' }],
  ['reliability R1 --short', { command: 'reliability', request: parseReliabilityArguments(['R1', '--short']) }],
  ['reliability --help', { command: 'help', about: 'reliability' }],
  ['up -h', { command: 'help', about: 'up' }],
  ['key', { command: 'key', request: { id: null, tenant: 'default', file: null, operator: false } }],
  [
    'key --id a.b --tenant acme --file /keys.json',
    { command: 'key', request: { id: 'a.b', tenant: 'acme', file: '/keys.json', operator: false } },
  ],
  [
    'sbom --out /bills',
    {
      command: 'sbom',
      request: { targets: ['gateway', 'scrape-worker', 'browser-worker', 'cli'], out: '/bills' },
    },
  ],
  ['images scan a', { command: 'images', request: { action: 'scan', images: ['a'], failFrom: 'high' } }],
  ['sbom cli gateway --out /b', { command: 'sbom', request: { targets: ['gateway', 'cli'], out: '/b' } }],
  ['up', { command: 'up', detach: false }],
  ['up --detach', { command: 'up', detach: true }],
  ['up -d', { command: 'up', detach: true }],
  ['supervise --while-used', { command: 'supervise', whileUsed: true }],
  ['down', { command: 'down' }],
  ['doctor', { command: 'doctor' }],
  ['mcp', { command: 'mcp' }],
]

for (const [line, expected] of accepted) {
  test(`./dev ${line} is read`, () => {
    assert.deepEqual(parseCommandLine(line.split(' ').filter(Boolean)), expected)
  })
}

test('the help on a command is what the help says of it', () => {
  assert.match(helpOn('up') ?? '', /^Usage: \.\/dev up\n\n  up \[--detach\] .*\n$/)
  assert.match(helpOn('bench') ?? '', /bench api[^]*bench crawl[^]*bench labs/)
  assert.doesNotMatch(helpOn('bench') ?? '', /\n  key/)
  assert.equal(helpOn('nothing'), null)
})

const refused: [line: string, message: RegExp][] = [
  ['test fresh debian-9', /\.\/dev test fresh takes debian-12, debian-13, ubuntu-24\.04, got "debian-9"/],
  ['crawll', /no command "crawll"; \.\/dev help lists the commands/],
  ['crawl --limit all', /--limit takes a whole number of pages, 1 or more, got "all"/],
  ['up now', /\.\/dev up takes --detach or -d, got "now"/],
  [
    'bench speed',
    /\.\/dev bench takes all, api, console, crawl, scrape, browser, extraction, scale, starts, json or labs, got "speed"/,
  ],
  ['reliability R0', /\.\/dev reliability takes R1, .*, got "R0"/],
  ['key --id a/b', /--id must begin with a letter or digit .*, got "a\/b"/],
  ['key --tenant ..', /--tenant must begin with a letter or digit .*, got "\.\."/],
  ['key --name x', /\.\/dev key takes --id NAME, --tenant NAME, --file PATH and --operator: Unknown option '--name'/],
  ['key now', /\.\/dev key takes --id NAME/],
  ['sbom worker', /\.\/dev sbom takes gateway, scrape-worker, browser-worker, cli, got "worker"/],
  ['sbom --to x', /\.\/dev sbom takes names of images and --out FOLDER: Unknown option '--to'/],
  ['down --force', /\.\/dev down takes no arguments, got "--force"/],
  ['test units', /\.\/dev test takes check, unit, .* or fresh alone, got "units"/],
  ['test unit --watch', /--watch takes the paths of tests, sources or folders to watch/],
  ['test --changed main unit', /\.\/dev test --changed takes one commit at most, got "unit"/],
]

for (const [line, message] of refused) {
  test(`./dev ${line} is refused with what would be right`, () => {
    assert.throws(
      () => parseCommandLine(line.split(' ')),
      (error) => error instanceof UsageError && message.test(error.message),
    )
  })
}

test('the help names every command a person may use', () => {
  for (const command of [
    'crawl',
    'up',
    'down',
    'test',
    'bench',
    'reliability',
    'key',
    'sbom',
    'images',
    'doctor',
    'house',
    'help',
  ]) {
    assert.match(helpText, new RegExp(`^  ${command}`, 'm'))
  }
})
