/** Converts a feed to a page: its own title and description, then its items in order. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { toCleanHtml } from '../content/clean-html.ts'
import { escapeAttribute, escapeHtml } from '../html/html-text.ts'
import { parseTree, TooManyNodesError } from '../html/parse-tree.ts'
import { firstElement, textBelow } from '../html/tree.ts'
import { createUrlResolver, type UrlResolver } from '../html/urls.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { readFeed, type Feed, type FeedEntry, type FeedText } from './feed-reader.ts'
import { fileNameOf } from './office/file-name.ts'
import { documentPage } from './office/document-page.ts'
import { readingTimeMs } from '../threads/reading-time.ts'

/** Maximum number of tags on the page, because its tree needs an element or a text for each. */
const tagsMax = Math.floor(extractLimits.treeNodesMax * 0.8)

/** Converts an RSS or Atom feed. Broken HTML of an item is confined to its own article. */
export async function convertFeed({ text, url, deadlineMs }: DocumentSource): Promise<ConvertedDocument> {
  const feed = readFeed(text)
  const base = createUrlResolver(url, feed.base ?? feed.link).resolve('') ?? url
  const urls = createUrlResolver(base, null)
  const parts = [headHtml(feed, urls)]
  let tags = 0
  let characters = 0
  let degraded: string | null = feed.isCut ? 'item_cap' : null
  for (const item of feed.items) {
    const html = itemHtml(item, base)
    tags += html.split('<').length
    characters += html.length
    const isFull = tags > tagsMax || characters > extractLimits.markupMaxCharacters
    if (isFull || readingTimeMs() > deadlineMs) {
      degraded = isFull ? 'item_cap' : 'time_budget'
      break
    }
    parts.push(html)
  }
  const next = feed.next === null ? null : urls.resolve(feed.next)
  if (next !== null) parts.push(`<p><a rel="next" href="${escapeAttribute(next)}">Next page</a></p>`)
  const properties = {
    title: feed.title === null ? null : plainText(feed.title),
    author: feed.authors.length === 0 ? null : feed.authors.join(', '),
    description: feed.summary === null ? null : plainText(feed.summary),
    language: feed.language,
    created: feed.published === null ? null : isoTime(feed.published),
    modified: feed.updated === null ? null : isoTime(feed.updated),
  }
  return { html: documentPage(properties, parts.join('\n'), url), pages: null, degraded, warnings: [] }
}

function headHtml(feed: Feed, urls: UrlResolver): string {
  const title = feed.title === null ? '' : `<h1>${linked(plainText(feed.title), feed.link, urls)}</h1>`
  return title + (feed.summary === null ? '' : contentHtml(feed.summary, urls))
}

function itemHtml(item: FeedEntry, feedBase: string): string {
  const links = createUrlResolver(feedBase, item.base)
  // Without a base of its own, content is relative to the page of the item.
  const inContent = item.base === null && item.link !== null ? createUrlResolver(feedBase, item.link) : links
  const title = item.title === null ? '' : plainText(item.title)
  const parts = ['<article>']
  if (title !== '') parts.push(`<h2>${linked(title, item.link, links)}</h2>`)
  parts.push(byline(item, title === '' ? item.link : null, links))
  const content = item.content ?? item.summary
  if (content !== null) parts.push(contentHtml(content, inContent))
  for (const { url, mediaType } of item.files) {
    const absolute = links.resolve(url)
    if (absolute === null) continue
    const label = mediaType === null ? nameOf(absolute) : `${nameOf(absolute)} (${mediaType})`
    parts.push(`<p>${linked(label, absolute, links)}</p>`)
  }
  if (item.comments !== null) parts.push(`<p>${linked('Comments', item.comments, links)}</p>`)
  parts.push('</article>')
  return parts.filter((part) => part !== '').join('\n')
}

/** Returns authors and date; an item without a title has its link here. */
function byline(item: FeedEntry, link: string | null, urls: UrlResolver): string {
  const parts = item.authors.map(escapeHtml)
  const when = item.published ?? item.updated
  // No `time` element is written, because the first one would be taken as the date of the whole feed.
  if (when !== null) parts.push(escapeHtml(isoTime(when) ?? when))
  if (link !== null) {
    const label = parts.pop()
    parts.push(label === undefined ? linked(link, link, urls) : anchor(label, link, urls))
  }
  return parts.length === 0 ? '' : `<p>${parts.join(', ')}</p>`
}

const linked = (text: string, link: string | null, urls: UrlResolver): string => anchor(escapeHtml(text), link, urls)

function anchor(html: string, link: string | null, urls: UrlResolver): string {
  const href = link === null ? null : urls.resolve(link)
  return href === null ? html : `<a href="${escapeAttribute(href)}">${html}</a>`
}

/** Parses the HTML of an item separately, so that its unclosed elements end with it. */
function contentHtml({ value, isHtml }: FeedText, urls: UrlResolver): string {
  if (!isHtml || !/[<&]/.test(value)) return `<p>${escapeHtml(value)}</p>`
  const body = bodyOf(value)
  return body === null ? `<p>${escapeHtml(value)}</p>` : toCleanHtml({ roots: [body], skip: new Set() }, urls)
}

function plainText({ value, isHtml }: FeedText): string {
  const body = isHtml && /[<&]/.test(value) ? bodyOf(value) : null
  const text = body === null ? value : textBelow(body, titleMaxCharacters)
  return text.replaceAll(/\s+/g, ' ').trim()
}

const nameOf = (url: string): string => fileNameOf(url) || url

const titleMaxCharacters = 2_000

function bodyOf(html: string): ReturnType<typeof firstElement> {
  try {
    return firstElement(parseTree(`<body>${html}`).document, 'body')
  } catch (error) {
    if (error instanceof TooManyNodesError) return null
    throw error
  }
}

/** Converts RFC 822 and ISO 8601 times to ISO 8601; a date without time stays a date. */
function isoTime(text: string): string | null {
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d))?$/.test(text)) return text
  const time = Date.parse(text.slice(0, 60))
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z')
}
