/** The peers, their versions, and how each is installed. */
import { join } from 'node:path'
import type { BrowserPeerName, PeerName } from '@seine/tools/bench-arguments.ts'

export interface InstallStep {
  file: string
  args: string[]
}

export interface PeerRecipe {
  /** Used to name its directory and log. */
  name: string
  title: string
  version: string
  /** Estimated duration of an installation, for the progress line. */
  about: string
  /** Commands that fill a directory, run one after the other. */
  steps(directory: string): InstallStep[]
}

/** Converters commonly used with Crawlee, which produces no Markdown itself. */
const crawleePackages = [
  '@crawlee/cheerio@3.18.1',
  'node-html-markdown@2.0.0',
  '@mozilla/readability@0.6.0',
  'jsdom@29.1.1',
  'turndown@7.2.5',
]

/** Converters commonly used with Scrapy. */
const scrapyPackages = ['scrapy==2.19.0', 'html2text==2025.4.15', 'trafilatura==2.3.1', 'lxml_html_clean']

const npmInstall = (directory: string, packages: readonly string[]): InstallStep => ({
  file: 'npm',
  // Install scripts would download browsers.
  args: ['install', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
})

export const peerRecipes: Record<PeerName, PeerRecipe> = {
  crawlee: {
    name: 'crawlee',
    title: 'Crawlee',
    version: '3.18.1',
    about: '15 s',
    steps: (directory) => [npmInstall(directory, crawleePackages)],
  },
  scrapy: {
    name: 'scrapy',
    title: 'Scrapy',
    version: '2.19.0',
    about: '20 s',
    steps: (directory) => [
      { file: 'python3', args: ['-m', 'venv', directory] },
      {
        file: join(directory, 'bin/python'),
        args: ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...scrapyPackages],
      },
    ],
  },
  fastcrw: {
    name: 'fastcrw',
    title: 'fastCRW',
    version: '0.39.1',
    about: '10 min',
    steps: (directory) => [
      { file: 'cargo', args: ['install', 'crw-server', '--version', '0.39.1', '--locked', '--root', directory] },
    ],
  },
}

/** Peers that load pages in a browser; plain Puppeteer is a dependency of this repository. */
export const browserPeerRecipes: Record<Exclude<BrowserPeerName, 'puppeteer'>, PeerRecipe> = {
  crawlee: {
    name: 'crawlee-puppeteer',
    title: 'Crawlee PuppeteerCrawler',
    version: '3.18.1',
    about: '20 s',
    steps: (directory) => [npmInstall(directory, ['@crawlee/puppeteer@3.18.1', 'puppeteer@25.16.0'])],
  },
  browserless: {
    name: 'browserless',
    title: 'Browserless',
    version: '2.42.0',
    about: '2 min',
    steps: (directory) => [
      npmInstall(directory, ['@browserless.io/browserless@2.42.0']),
      // It reads files of its dependencies below its own directory, where npm does not install them.
      {
        file: 'ln',
        args: ['-sfn', '../..', join(directory, 'node_modules/@browserless.io/browserless/node_modules')],
      },
    ],
  },
}
