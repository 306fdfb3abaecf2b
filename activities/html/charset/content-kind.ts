/** The kinds of content that are told apart. Types only. */
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** Kinds whose text is the content. */
export type TextKind = 'text' | 'markdown' | 'json' | 'xml'

/** The kinds an extractor reads. */
export type ContentKind = 'html' | TextKind | DocumentKind
