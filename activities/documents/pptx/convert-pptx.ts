/** Converts PowerPoint presentations (Office Open XML, ECMA-376) to HTML: a heading and its text for each slide. */
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import {
  mainPart,
  partText,
  readCoreProperties,
  readRelationships,
  relatedPart,
  type Relationships,
} from '../office/package.ts'
import { documentPage, titledByHeading } from '../office/document-page.ts'
import { PartialReader } from '../office/partial-reader.ts'
import { readXml } from '../office/xml.ts'
import { SlideReader } from './slide.ts'
import { TableBudget } from '../tables/budget.ts'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { ZipArchive } from '../office/zip-archive.ts'

/**
 * Converts a presentation: titles, text, tables and speaker notes of the slides in order. Hidden
 * slides, images and content repeated on every slide are left out.
 * @throws UnreadableContentError when it is encrypted, broken or too large.
 */
export async function convertPptx(source: DocumentSource): Promise<ConvertedDocument> {
  const { bytes, url, deadlineMs } = source
  const zip = new ZipArchive(bytes)
  const ofPackage = readRelationships(zip, '', deadlineMs)
  const main = mainPart(ofPackage, zip, 'ppt/presentation.xml')
  const relationships = readRelationships(zip, main, deadlineMs)
  const slides = slideParts(partText(zip, main), relationships, deadlineMs)
  const budget = new TableBudget()
  const reader = new PartialReader(deadlineMs)
  let body = ''
  let shown = 0
  for (const part of slides.slice(0, documentLimits.pagesMax)) {
    reader.attempt(() => {
      const ofSlide = readRelationships(zip, part, deadlineMs)
      const slide = new SlideReader(ofSlide, budget)
      const isWhole = readXml(partText(zip, part), slide, deadlineMs)
      if (slide.isHidden) return isWhole
      shown++
      body +=
        slideHtml(slide) + diagramTexts(zip, ofSlide, budget, deadlineMs) + notesHtml(zip, ofSlide, budget, deadlineMs)
      return isWhole
    })
  }
  reader.settle(body !== '')
  const pageCap = slides.length > documentLimits.pagesMax ? 'page_cap' : null
  return {
    html: documentPage(titledByHeading(readCoreProperties(zip, ofPackage, deadlineMs), body), body, url),
    pages: slides.length,
    degraded: reader.degraded ?? (budget.isCut ? 'row_cap' : pageCap),
    warnings: reader.degraded === null && shown < slides.length && pageCap === null ? ['hidden_slides'] : [],
  }
}

/** Returns the entries of the slides in presentation order. */
function slideParts(xml: string, relationships: Relationships, deadlineMs: number): string[] {
  const parts: string[] = []
  readXml(
    xml,
    {
      enter(name, attributes) {
        const target = name === 'p:sldId' ? relationships.get(attributes['r:id'] ?? '') : undefined
        if (target?.type === 'slide' && !target.isExternal) parts.push(target.target)
      },
      leave() {},
    },
    deadlineMs,
  )
  return parts
}

function slideHtml(slide: SlideReader): string {
  return (slide.title === '' ? '' : `<h2>${slide.title}</h2>\n`) + slide.toHtml()
}

/** Returns the text of diagrams (SmartArt), which is stored in separate parts. */
function diagramTexts(zip: ZipArchive, ofSlide: Relationships, budget: TableBudget, deadlineMs: number): string {
  let html = ''
  for (const { type, target, isExternal } of ofSlide.values()) {
    if (type !== 'diagramData' || isExternal || !zip.has(target)) continue
    const diagram = new SlideReader(new Map(), budget)
    readXml(partText(zip, target), diagram, deadlineMs)
    html += diagram.toHtml()
  }
  return html
}

/** Returns the speaker notes as a quote. */
function notesHtml(zip: ZipArchive, ofSlide: Relationships, budget: TableBudget, deadlineMs: number): string {
  const part = relatedPart(ofSlide, 'notesSlide')
  if (part === null || !zip.has(part)) return ''
  const notes = new SlideReader(readRelationships(zip, part, deadlineMs), budget, 'none')
  readXml(partText(zip, part), notes, deadlineMs)
  const html = notes.toHtml()
  return html === '' ? '' : `<blockquote>${html}</blockquote>\n`
}
