/** The result of choosing the main content of a page. */
import type { ContentSelection } from '../../html/content.ts'

/** The method that chose the content. */
export type MainContentWay = 'blocks' | 'readability' | 'main-element' | 'article' | 'stripped-page' | 'whole-page'

/** The chosen part of a page. */
export interface MainContent extends ContentSelection {
  extractor: MainContentWay
  /** Expected word F1 of the choice, 0 to 1. */
  confidence: number
}
