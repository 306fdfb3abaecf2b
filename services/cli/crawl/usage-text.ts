/** The text of `crawl --help`, and the rule of each flag that takes a value. */
import { jobFormats, jobLimits } from '../command/cli-limits.ts'

const thousands = (n: number): string => n.toLocaleString('en-US')

/** The accepted values of each flag, worded to follow "takes" or "needs a value:". */
export const flagRules = {
  limit: 'a whole number of pages, 1 or more',
  depth: 'a whole number of links from the start page, 0 or more',
  output: `one or more of ${jobFormats.join(', ')}, separated by commas`,
  schema: 'a file with a JSON Schema, or a shape such as {"title": "string"}',
  prompt: `a text of 1 to ${thousands(jobLimits.promptMaxCharacters)} characters`,
  include: `a regular expression (RE2) of 1 to ${thousands(jobLimits.patternMaxCharacters)} characters`,
  exclude: `a regular expression (RE2) of 1 to ${thousands(jobLimits.patternMaxCharacters)} characters`,
  sitemap: 'one of include, skip, only',
  out: 'the name of a new or empty folder',
} as const

/** The text that `crawl --help` prints. */
export const usageText = `Crawl a website and save its pages.

Usage: ./dev crawl [URL] [flags]

Without a URL the bundled example website is crawled; that needs no internet.

  --limit N          at most N pages, failed ones included (default ${thousands(jobLimits.limitPagesDefault)}); the
                     service decides how many it accepts
  --depth N          follow at most N links from the start page; 0 = that page alone
  --output LIST      what to keep of each page, separated by commas (default markdown):
                     ${jobFormats.join(', ')}
  --schema FILE      JSON Schema, or a shape, of the output json
  --prompt TEXT      description of the output json in words; needs a service with a language model
  --include RE       keep only pages whose path matches (RE2, unanchored; repeatable)
  --exclude RE       leave out pages whose path matches (repeatable)
  --sitemap MODE     include (default): sitemap and links; skip: links; only: sitemap
  --entire-domain    the whole host, not only pages below the start path
  --subdomains       also hosts below the same registrable domain
  --out DIR          where to save; default ./seine-out/<host>-<time>/
  --json             one JSON object per line on standard output, text on standard error
  -h, --help         this text

Ctrl-C cancels the crawl and saves what it found so far; a second Ctrl-C exits at once. Pages are
written into the folder pages-so-far as they come, which is removed once everything is saved.

Exit codes: 0 completed, 1 failed, 2 wrong flag or value, 3 service unreachable, 130 cancelled
`
