/**
 * The command line of `./dev`: which command, with what. Read whole before set-up, so that a wrong
 * one costs nothing; nothing here may import a package.
 */
import { parseBenchArguments, type BenchRequest } from './bench-arguments.ts'
import { parseCrawlArguments, type CrawlArguments } from './crawl/arguments.ts'
import { UsageError } from './usage-error.ts'

export const testSuites = ['check', 'unit', 'browser', 'stack'] as const
export type TestSuite = (typeof testSuites)[number]

export type CommandLine =
  | { command: 'help' | 'down' | 'doctor' }
  | { command: 'crawl'; request: CrawlArguments }
  | { command: 'test'; suites: TestSuite[]; runnerArgs: string[] }
  | { command: 'up'; detach: boolean }
  | { command: 'bench'; request: BenchRequest }
  | { command: 'supervise'; whileUsed: boolean }

export const helpText = `Seine: a web scraping service to run yourself.

Usage: ./dev COMMAND

  crawl [URL] [--limit N ...]   crawl a website and save the result; ./dev crawl --help says more.
                                Without a URL: the bundled example website, no internet needed
  up [--detach]                 run the whole stack on this machine; prints URLs and the API key
  down                          stop it
  test [check|unit|browser|stack ...]
                                format, lint, types and dead code; unit tests; tests with a real
                                Chromium; stack tests; default: all. What follows -- goes to node --test
  bench crawl [--pages N ...]   one website crawled by Seine and by other crawlers in turns: pages, CPU,
                                memory. --class html|markdown|main, --peers crawlee,scrapy,fastcrw|none,
                                --rounds N, --json FILE
  bench scrape [--pages N ...]  what callers of /scrape wait, beside bare got and bare Puppeteer, and how
                                right the judge of pages is. --rounds N, --json FILE
  bench browser [--pages N ...] one page of 50 requests in browsers, Seine's and others in turns: pages a
                                second, CPU, memory. --peers puppeteer,crawlee,browserless|none,
                                --rounds N, --json FILE
  bench extraction [--pages N ...]
                                main content and Markdown of pages with truth, Seine's and others' in one
                                process: F1 by page type, CPU. --peers readability,defuddle,turndown,
                                node-html-markdown|none, --json FILE
  bench labs [NAME ...]         hard websites against pass marks: rate-limit, robots-503, traps, kill-9
  doctor                        what is installed, what is missing, how it will be obtained
  help                          this text

Everything needed is set up on first use: packages by npm, tools into the per-user cache, Chromium with
the packages of the system.
`

function refuseRest(command: string, rest: readonly string[], allowed = 'takes no arguments'): void {
  if (rest.length > 0) throw new UsageError(`./dev ${command} ${allowed}, got ${JSON.stringify(rest[0])}`)
}

function parseTest(rest: readonly string[]): CommandLine {
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  const named = rest.slice(0, end)
  const isSuite = (word: string): word is TestSuite => (testSuites as readonly string[]).includes(word)
  refuseRest(
    'test',
    named.filter((word) => !isSuite(word)),
    `takes ${testSuites.join(', ')}`,
  )
  const chosen = named.length === 0 ? [...testSuites] : testSuites.filter((suite) => named.includes(suite))
  return { command: 'test', suites: chosen, runnerArgs: rest.slice(end + 1) }
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
  switch (command) {
    case 'crawl':
      return { command, request: parseCrawlArguments(rest) }
    case 'test':
      return parseTest(rest)
    case 'up':
      return { command, detach: parseFlag(command, rest, '--detach', '-d') }
    case 'bench':
      return { command, request: parseBenchArguments(rest) }
    case 'supervise':
      return { command, whileUsed: parseFlag(command, rest, '--while-used') }
    case 'down':
    case 'doctor':
      refuseRest(command, rest)
      return { command }
    case 'help':
    case '--help':
    case '-h':
      return { command: 'help' }
    default:
      throw new UsageError(`./dev has no command ${JSON.stringify(command)}; ./dev help lists them`)
  }
}
