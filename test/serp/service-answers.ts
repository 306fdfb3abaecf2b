/** Answers with the structure of the SearXNG and Brave APIs and invented contents. */
import { wrapped as bingLink } from './bing-pages.ts'
import { wrapped as duckLink } from './duckduckgo-pages.ts'
import { found, type StubSearch } from './stub-contract.ts'

/** A link wrapped in a redirect of the engine, as services pass it on when the engine has changed its links. */
const wrapped = (url: string, engine: string): string =>
  plain(
    engine === 'google'
      ? `https://www.google.com/url?q=${encodeURIComponent(url)}`
      : engine === 'bing'
        ? bingLink(url)
        : `https:${duckLink(url)}`,
  )

const plain = (text: string): string => text.replaceAll('&amp;', '&')

const answerIn = (words: string, engine: string): object =>
  words.includes('plugged in')
    ? { answer: '127.0.0.1', url: null, engine: 'plugin: self_info' }
    : { answer: 'It warns ships.', url: 'https://answers.example/why', engine }

export function searxngAnswer({ words, offset, count }: StubSearch, engine: string): object {
  const results = found(words, offset, count).map(({ url, title, snippet }) => ({
    url: offset === 0 && url.includes('site1.') ? wrapped(url, engine) : url,
    title: plain(title),
    content: snippet,
    engine,
    engines: [engine],
    parsed_url: ['https', new URL(url).host, '/', '', '', ''],
    template: 'default.html',
    positions: [1],
    score: 1,
    category: 'general',
    publishedDate: null,
  }))
  return {
    query: words,
    number_of_results: 0,
    results,
    answers: offset === 0 ? [answerIn(words, engine)] : [],
    corrections: [],
    infoboxes:
      offset === 0
        ? [
            {
              infobox: 'Lighthouse',
              id: 'https://encyclopedia.example/Lighthouse',
              content: 'A tower with a light.',
              img_src: null,
              urls: [{ title: 'Official website', url: 'https://lighthouse.example/' }],
              attributes: [{ label: 'Height', value: 'up to 130 m' }],
              engine,
            },
          ]
        : [],
    suggestions: ['tall lighthouse', 'old lighthouse'],
    unresponsive_engines: [],
  }
}

export const searxngSilence = (words: string, engine: string, why: string): object => ({
  query: words,
  number_of_results: 0,
  results: [],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: why === '' ? [] : [[engine, why]],
})

export function braveAnswer({ words, offset, count, isLast }: StubSearch): object {
  return {
    type: 'search',
    query: { original: words, more_results_available: !isLast },
    web: {
      type: 'search',
      results: found(words, offset, count).map(({ url, title, snippet }) => ({
        title,
        url,
        description: `<strong>About</strong> ${snippet}`,
        meta_url: { scheme: 'https', netloc: new URL(url).host, hostname: new URL(url).host, path: '› path' },
      })),
    },
    ...(offset === 0
      ? {
          infobox: {
            type: 'graph',
            results: [
              {
                title: 'Lighthouse',
                category: 'building',
                description: 'A tower with a light.',
                website_url: 'https://lighthouse.example/',
                attributes: [['Height', 'up to 130 m']],
                images: [{ src: 'https://images.example/l.png' }],
              },
            ],
          },
          faq: {
            type: 'faq',
            results: [
              {
                question: 'Who keeps a lighthouse?',
                answer: 'A keeper does.',
                title: 'Keepers',
                url: 'https://answers.example/keeper',
              },
            ],
          },
        }
      : {}),
  }
}

export const braveProblem = (code: string): object => ({
  type: 'ErrorResponse',
  error: { code, detail: 'no', status: 429 },
})
