/** Control words of Rich Text Format 1.9 that open a destination or represent a character. */
import type { DocumentProperties } from '../office/document-page.ts'

/** What the text of a group is used for. */
export type RtfDestination =
  | 'body'
  | 'skipped'
  | 'fonts'
  | 'styles'
  | 'marker'
  | 'instruction'
  | keyof DocumentProperties

/** Destinations without text that is shown in the document. */
export const skippedWords = new Set([
  'colortbl', 'pict', 'objdata', 'objclass', 'header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr',
  'footerf', 'ftnsep', 'ftnsepc', 'aftnsep', 'aftnsepc', 'listtable', 'listoverridetable', 'rsidtbl', 'filetbl',
  'revtbl', 'nonshppict', 'sp', 'annotation', 'atnid', 'atnauthor', 'bkmkstart', 'bkmkend', 'xe', 'tc', 'template',
  'operator', 'keywords', 'subject', 'category', 'manager', 'company', 'printim', 'buptim', 'pntxta', 'pntxtb',
]) // prettier-ignore
/** Optional destinations, which older readers skip, that this reader supports. */
export const knownOptional = new Set(['shpinst', 'shptxt', 'fldinst', 'footnote', 'pn'])

export const destinations: Readonly<Record<string, RtfDestination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtext: 'marker',
  pntext: 'marker',
  fldinst: 'instruction',
  title: 'title',
  author: 'author',
  doccomm: 'description',
  creatim: 'created',
  revtim: 'modified',
}

export const characters: Readonly<Record<string, string>> = {
  tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•',
  emspace: '\u2003', enspace: '\u2002', qmspace: '\u2005', zwj: '\u200d', zwnj: '\u200c', nestcell: ' ',
} // prettier-ignore
