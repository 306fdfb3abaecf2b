/**
 * The command line of `./dev`: the command and its arguments. It is parsed completely before set-up, so that a wrong
 * command line costs nothing; this module must not import a package.
 */
import { parseBenchArguments, type BenchRequest } from './bench-arguments.ts'
import { parseCrawlArguments, type CrawlArguments } from '../services/cli/crawl/arguments.ts'
import { freshReleaseNames, isFreshRelease, type FreshRelease } from './test/fresh-releases.ts'
import { parseImagesArguments, type ImagesRequest } from './images-arguments.ts'
import { parseKeyArguments, type KeyRequest } from '../services/cli/keys/key-arguments.ts'
import { parseReliabilityArguments, type ReliabilityRequest } from './reliability-arguments.ts'
import { parseSbomArguments, type SbomRequest } from './sbom-arguments.ts'
import { testSuites, type TestSuite } from './test/test-suites.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

export type CommandLine =
  | { command: 'down' | 'doctor' | 'mcp' }
  /** @param draw whether the pictures of the guide are drawn again. */
  | { command: 'house'; draw: boolean }
  /** @param about a command; null: all of them. */
  | { command: 'help'; about: string | null }
  | { command: 'crawl'; request: CrawlArguments }
  /**
   * @param names paths of tests, sources or folders; empty: all tests of the suites.
   * @param setUpOnly only the programs that the suites need are tried.
   */
  | { command: 'test'; suites: TestSuite[]; names: string[]; setUpOnly: boolean; runnerArgs: string[] }
  /** @param since also what changed since this commit; null: since the last one. */
  | { command: 'test changed'; since: string | null; runnerArgs: string[] }
  | { command: 'test fresh'; releases: FreshRelease[]; runnerArgs: string[] }
  | { command: 'up'; detach: boolean }
  | { command: 'bench'; request: BenchRequest }
  | { command: 'reliability'; request: ReliabilityRequest }
  | { command: 'key'; request: KeyRequest }
  | { command: 'sbom'; request: SbomRequest }
  | { command: 'images'; request: ImagesRequest }
  | { command: 'supervise'; whileUsed: boolean }

export const helpText = `Seine: a web scraping service to run yourself.

Usage: ./dev COMMAND

  crawl [URL] [--limit N ...]   crawl a website and save the result; ./dev crawl --help lists the flags.
                                Without a URL: the bundled example website, no internet needed
  up [--detach]                 run the whole stack on this machine; prints URLs and the API key
  down                          stop it
  test [check|unit|contract|browser|stack|ops ...]
                                format, lint, types, dead code, licences and advisories; unit tests;
                                generated requests against the API description; tests with a real
                                Chromium; stack tests; images, compose file, manifests and dashboards for
                                operators; default: all.
                                With paths: the tests at, beside or below them alone; --watch runs them
                                again after each change. Arguments after -- are passed to node --test.
                                --set-up: only makes what the suites need, and uses each program
                                and container tool once
  test --changed [COMMIT]       checks and the nearest unit tests of what changed since the last commit, or
                                since COMMIT, by the import graph
  test fresh [RELEASE ...]      the set-up of everything, a crawl, checks and unit tests on a fresh system
                                made of packages, with npm and Go and nothing else; about 20 minutes a
                                release, needs root. Releases: debian-12 (default), debian-13, ubuntu-24.04
  bench all [--only NAME,NAME] [--peers none] [--rounds N] [--write no]
                                every benchmark below except the labs, or those named, one after the other; after
                                each it writes docs/bench.json and the tables of docs/benchmarks.md, and names what
                                got worse since the figures before. --peers none --rounds 1: at most 40 minutes;
                                with peers up to two hours
  bench api [--seconds N ...]   how long callers of the API wait while 50 connections read and 20 jobs a second
                                are started. --listeners N (of live views), --json FILE
  bench starts [--per-second N,N] [--seconds N] [--json FILE]
                                jobs of one page at steady rates: how long callers wait, CPU by process,
                                requests to Temporal and to the store
  bench console [--seconds N] [--json FILE]
                                the console in Chromium against its marks: weight, first paint, long tables,
                                and what an open page costs the gateway (watched N seconds a view)
  bench crawl [--pages N ...]   one website crawled by Seine and by other crawlers in turns: pages, CPU,
                                memory. --class html|markdown|main, --peers crawlee,scrapy,fastcrw|none,
                                --rounds N, --json FILE
  bench scrape [--pages N ...]  how long callers of /scrape wait, compared with bare got and bare Puppeteer, and how
                                right the judge of pages is. --rounds N, --json FILE
  bench browser [--pages N ...] one page of 50 requests in browsers, Seine's and others in turns: pages a
                                second, CPU, memory. --peers puppeteer,crawlee,browserless|none,
                                --rounds N, --json FILE
  bench extraction [--pages N ...]
                                main content and Markdown of pages with truth, Seine's and others' in one
                                process: F1 by page type, CPU. --peers readability,defuddle,turndown,
                                node-html-markdown|none, --json FILE
  bench scale [--jobs N,N ...]  many jobs at once over simulated pages: what Temporal, the store and the
                                frontier cost. --pages N (of a job), --workers N, --control N, --page-ms MS,
                                --slice-pages N, --states-kept N, --faults PERCENT,
                                --crawl-delay-ms N, --kills N (kill -9 of workers), --json FILE
  bench json [--json FILE]      fills schemas from sample pages without a language model: F1 of the fields
  bench labs [NAME ...]         hard websites against pass marks: rate-limit, robots-503, traps, kill-9,
                                watch
  reliability [R1 R2 ...] [--short] [--json FILE]
                                attacks on a running stack, each with its figure and pass mark: addresses,
                                hostile pages, patterns, schemas, secrets, overload. Default: all rows. Writes
                                reliability.json and the table in docs/reliability.md; --short runs the
                                shortened forms of ./dev test and does not change the table
  mcp                           tools for language models (Model Context Protocol) on standard input and output:
                                a client of the gateway that SEINE_URL and SEINE_KEY name
  key [--id NAME] [--tenant NAME] [--file PATH] [--operator]
                                make an API key with a webhook secret: prints both once, adds the hashed
                                entry to the key file (SEINE_API_KEYS_FILE), or prints it
  sbom [IMAGE ...] [--out FOLDER]
                                write bills of materials (CycloneDX 1.6) of gateway, scrape-worker,
                                browser-worker, cli; default: all, into seine-sbom
  images build [IMAGE ...] [--out FOLDER] [--tag TAG] [--push REGISTRY [--key KEY]]
                                build images of the current commit with buildah, the same bit by bit each time,
                                with bill of materials and provenance (SLSA); with --key sign what was pushed,
                                by cosign. --build-arg NAME=VALUE, --secret id=ID,src=FILE, --builder URI
  images verify [FOLDER]        compare images with their provenance
  images scan REFERENCE ... [--fail low|moderate|high|critical]
                                compare the packages in images with npm's advisories and Debian's archive
  house [--draw]                violations of the rules of rooms, files and types, and measures of the code:
                                lines of files and functions, files in a folder, tests, comments.
                                --draw: draw the pictures in docs/architecture.md again
  doctor                        what is installed, what is missing, how it will be obtained
  help                          this text

Everything needed is set up on first use: packages by npm, tools into the per-user cache, Chromium with
the packages of the system.
`

/** Returns the help text of one command; null when there is no such command. */
export function helpOn(command: string): string | null {
  const lines = helpText.split('\n')
  const parts: string[] = []
  let isAbout = false
  for (const line of lines.slice(lines.indexOf('') + 1)) {
    const name = /^ {2}(\w+)/.exec(line)?.[1]
    if (name !== undefined || line === '') isAbout = name === command
    if (isAbout) parts.push(line)
  }
  return parts.length === 0 ? null : `Usage: ./dev ${command}\n\n${parts.join('\n')}\n`
}

function refuseRest(command: string, rest: readonly string[], allowed = 'takes no arguments'): void {
  if (rest.length > 0) throw new UsageError(`./dev ${command} ${allowed}, got ${JSON.stringify(rest[0])}`)
}

const isSuite = (word: string): word is TestSuite => (testSuites as readonly string[]).includes(word)

const isPath = (word: string): boolean => !word.startsWith('-') && /[/.]/.test(word)

function parseTest(rest: readonly string[]): CommandLine {
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  const runnerArgs = rest.slice(end + 1)
  const named = rest.slice(0, end)
  if (named[0] === 'fresh') {
    const releases = named.slice(1)
    const others = releases.filter((word) => !isFreshRelease(word))
    refuseRest('test fresh', others, `takes ${freshReleaseNames.join(', ')}`)
    return {
      command: 'test fresh',
      releases: releases.length === 0 ? ['debian-12'] : releases.filter(isFreshRelease),
      runnerArgs,
    }
  }
  if (named[0] === '--changed') {
    refuseRest('test --changed', named.slice(2), 'takes one commit at most')
    return { command: 'test changed', since: named[1] ?? null, runnerArgs }
  }
  const flags = new Set<string>(named.filter((word) => word === '--set-up' || word === '--watch'))
  const words = named.filter((word) => !flags.has(word))
  refuseRest(
    'test',
    words.filter((word) => !isSuite(word) && !isPath(word)),
    `takes ${testSuites.join(', ')}, paths, --set-up, --watch, --changed alone, or fresh alone`,
  )
  const suites = testSuites.filter((suite) => words.includes(suite))
  const names = words.filter((word) => !isSuite(word))
  if (flags.has('--watch') && names.length === 0) {
    throw new UsageError('./dev test --watch takes the paths of tests, sources or folders to watch')
  }
  const isNamed = names.length > 0
  return {
    command: 'test',
    suites: suites.length > 0 ? suites : testSuites.filter((suite) => !isNamed || suite !== 'check'),
    names,
    setUpOnly: flags.has('--set-up'),
    runnerArgs: flags.has('--watch') ? ['--watch', ...runnerArgs] : runnerArgs,
  }
}

function parseFlag(command: string, rest: readonly string[], ...spellings: string[]): boolean {
  refuseRest(
    command,
    rest.filter((word) => !spellings.includes(word)),
    `takes ${spellings.join(' or ')}`,
  )
  return rest.length > 0
}

/**
 * Reads the arguments of `./dev`.
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const [command = 'help', ...rest] = args
  // `crawl` has its own help text, and arguments after -- belong to the test runner.
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  if (command !== 'crawl' && helpOn(command) !== null && own.some((word) => word === '--help' || word === '-h')) {
    return { command: 'help', about: command }
  }
  switch (command) {
    case 'crawl':
      return { command, request: parseCrawlArguments(rest) }
    case 'test':
      return parseTest(rest)
    case 'up':
      return { command, detach: parseFlag(command, rest, '--detach', '-d') }
    case 'bench':
      return { command, request: parseBenchArguments(rest) }
    case 'reliability':
      return { command, request: parseReliabilityArguments(rest) }
    case 'key':
      return { command, request: parseKeyArguments(rest) }
    case 'sbom':
      return { command, request: parseSbomArguments(rest) }
    case 'images':
      return { command, request: parseImagesArguments(rest) }
    case 'supervise':
      return { command, whileUsed: parseFlag(command, rest, '--while-used') }
    case 'house':
      return { command, draw: parseFlag(command, rest, '--draw') }
    case 'down':
    case 'mcp':
    case 'doctor':
      refuseRest(command, rest)
      return { command }
    case 'help':
    case '--help':
    case '-h':
      return { command: 'help', about: null }
    default:
      throw new UsageError(`./dev has no command ${JSON.stringify(command)}; ./dev help lists the commands`)
  }
}
