/** Classifies a page by the kinds that its metadata depends on. */
import type { ArticleData } from './article-data.ts'
import { metaOf, type PageFacts } from './page-facts.ts'

export type PageKind = 'article' | 'forum' | 'other'

const forumPath =
  /(?:^|[/._-])(?:forums?|threads?|showthread|viewtopic|topics?|discuss(?:ions?)?|questions|comments)(?=[/._?-]|$)/i
const forumHost = /(?:^|\.)(?:forums?|discuss|community|bbs|talk)\./i
const forumSoftware = /phpbb|vbulletin|discourse|xenforo|flarum|nodebb|mybb|smf|invision|vanilla/i

/** Distinguishes articles and forum threads from other pages, by stated facts and URL. */
export function pageKind(facts: PageFacts, data: ArticleData, pageUrl: string): PageKind {
  if (data.isThread || forumSoftware.test(metaOf(facts, 'generator') ?? '')) return 'forum'
  const url = URL.parse(pageUrl)
  if (url !== null && (forumHost.test(url.hostname) || forumPath.test(url.pathname.slice(0, 500)))) return 'forum'
  return data.isArticle || /article|blog/i.test(metaOf(facts, 'og:type') ?? '') ? 'article' : 'other'
}
