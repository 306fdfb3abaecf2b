/**
 * Classifies script types and the attributes of single elements for the judge.
 */

const programType =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:babel|jsx|typescript|livescript)|)$/i
const dataType = /json/i
const templateType = /template|handlebars|mustache|text\/html|ng-template|ejs|jsrender|x-tmpl|underscore/i

/** Whether a script of this type is executed. @param type as written; '' when there is none. */
export const isProgram = (type: string): boolean => programType.test(type)

/** Whether a script of this type holds data. */
export const isData = (type: string): boolean => dataType.test(type)

/** Whether a script of this type holds markup that another script fills in. */
export const isTemplate = (type: string): boolean => templateType.test(type)

/** Whether an image or a frame is a tracking pixel. */
export const isTiny = (attributes: string): boolean =>
  /(?:width|height)\s*[=:]\s*["']?[01](?:px)?["'\s;]/i.test(attributes)

/** Whether a meta element redirects to another URL, and does not merely reload the page. */
export const isRefresh = (attributes: string): boolean =>
  /http-equiv\s*=\s*["']?refresh/i.test(attributes) &&
  /content\s*=\s*["']?\s*\d{1,3}(?:\.\d*)?\s*[;,]\s*\S/i.test(attributes)

const markup = /<(?:(?:script|style)\b[^>]{0,1000}>[^<]{0,100000}|[^>]{0,4000})>?/gi

/** Returns the text of a piece of source without tags, scripts and styles. */
export const withoutMarkup = (source: string): string => source.replaceAll(markup, ' ')
