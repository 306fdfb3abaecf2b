/**
 * What the types of scripts and the attributes of single elements mean to the judge.
 */

const programType =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:babel|jsx|typescript|livescript)|)$/i
const dataType = /json/i
const templateType = /template|handlebars|mustache|text\/html|ng-template|ejs|jsrender|x-tmpl|underscore/i

/** Whether a script of a type is run. @param type as written; '' when there is none. */
export const isProgram = (type: string): boolean => programType.test(type)

/** Whether a script of a type holds data. */
export const isData = (type: string): boolean => dataType.test(type)

/** Whether a script of a type holds markup that another one fills in. */
export const isTemplate = (type: string): boolean => templateType.test(type)

/** Whether a picture or a frame is a counting pixel. */
export const isTiny = (attributes: string): boolean =>
  /(?:width|height)\s*[=:]\s*["']?[01](?:px)?["'\s;]/i.test(attributes)

/** Whether a meta element leads elsewhere, and does not merely load the page again. */
export const isRefresh = (attributes: string): boolean =>
  /http-equiv\s*=\s*["']?refresh/i.test(attributes) &&
  /content\s*=\s*["']?\s*\d{1,3}(?:\.\d*)?\s*[;,]\s*\S/i.test(attributes)

const markup = /<(?:(?:script|style)\b[^>]{0,1000}>[^<]{0,100000}|[^>]{0,4000})>?/gi

/** The text of a piece of source, tags, scripts and styles left out. */
export const withoutMarkup = (source: string): string => source.replaceAll(markup, ' ')
