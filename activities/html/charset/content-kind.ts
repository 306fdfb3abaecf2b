/** The kinds of content. Types only. */
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** Kinds whose text is used as the content directly. */
export type TextKind = 'text' | 'markdown' | 'json' | 'xml'

/** All kinds that an extractor can read. */
export type ContentKind = 'html' | TextKind | DocumentKind
