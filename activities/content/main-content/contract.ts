/** What choosing the main content of a page gives. */
import type { ContentSelection } from '../../html/content.ts'

/** Which way the content was chosen. */
export type MainContentWay = 'blocks' | 'readability' | 'main-element' | 'article' | 'stripped-page' | 'whole-page'

/** The chosen part of a page. */
export interface MainContent extends ContentSelection {
  extractor: MainContentWay
  /** How good the choice is believed to be: the expected word F1, 0 to 1. */
  confidence: number
}
