/** What facts are collected from. Types only. */
import type { StatedMetadata } from '@seine/shared/pages/extraction.ts'
import type { ContentSelection } from '../../html/content.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'

/** A parsed page. */
export interface FactPage {
  /** The whole tree, including templates and data scripts. */
  document: TreeNode
  /** The nodes selected as content; null: the whole page. */
  content: ContentSelection | null
  /** True when the caller has selected the content: labels, tables and groups are then read only from it. */
  isNamed: boolean
  /** Source of the page, for the scripts that the tree does not keep; empty if none exists. */
  source: string
  /** State that replaces the one in the source: of a document that is data itself. */
  states?: readonly unknown[]
  /** Final URL. */
  url: string
  urls: UrlResolver
  metadata: Pick<
    StatedMetadata,
    'title' | 'siteName' | 'language' | 'canonicalUrl' | 'author' | 'publishedTime' | 'modifiedTime'
  >
}
