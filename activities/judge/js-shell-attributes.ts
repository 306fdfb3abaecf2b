/**
 * Classifies script types and the attributes of single elements for the judge.
 */
import type { Attribute } from '../html/scanner.ts'
import { attribute, type TreeNode } from '../html/tree.ts'

const programType =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:babel|jsx|typescript|livescript)|)$/i
const dataType = /json/i
const templateType = /template|handlebars|mustache|text\/html|ng-template|ejs|jsrender|x-tmpl|underscore/i

/** Whether a script of this type is executed. @param type as written; '' if none exists. */
export const isProgram = (type: string): boolean => programType.test(type)

/** Whether a script of this type holds data. */
export const isData = (type: string): boolean => dataType.test(type)

/** Whether a script of this type holds markup that another script fills in. */
export const isTemplate = (type: string): boolean => templateType.test(type)

const sizeName = /(?:width|height)$/
const tinySize = /^[01](?:px)?(?:[\s;]|$)/i
const tinySizeInside = /(?:width|height)\s*[=:]\s*["']?[01](?:px)?(?:["'\s;]|$)/i

/** Whether an image or a frame is a tracking pixel. */
export const isTiny = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ name, value }) => (sizeName.test(name) && tinySize.test(value)) || tinySizeInside.test(value))

/** Whether a meta element stands for a header that redirects or reloads the page. */
export const isRefreshHeader = (meta: TreeNode): boolean => /^\s*refresh/i.test(attribute(meta, 'http-equiv') ?? '')

/** Whether a meta element redirects to another URL, and does not merely reload the page. */
export const isRefresh = (meta: TreeNode): boolean =>
  isRefreshHeader(meta) && /^\s*\d{1,3}(?:\.\d*)?\s*[;,]\s*\S/.test(attribute(meta, 'content') ?? '')

const markup = /<(?:(?:script|style)\b[^>]{0,1000}>[^<]{0,100000}|[^>]{0,4000})>?/gi

/** Returns the text of a piece of source without tags, scripts and styles. */
export const withoutMarkup = (source: string): string => source.replaceAll(markup, ' ')
