/** Removes what a page states for machines in schema.org's vocabulary: JSON-LD and microdata. */

const linkedData = /<script\b[^>]*\bapplication\/ld\+json[^>]*>[\s\S]*?<\/script\s*>/gi
const tag = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi
const itemAttribute = /\sitem(?:prop|scope|type|id|ref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi

/** A statement without any text of its own, unless it has another name as well. */
const isUnseen = (element: string): boolean =>
  /^<(?:meta|link)\b/i.test(element) && /\sitemprop\b/i.test(element) && !/\s(?:name|property|rel)\s*=/i.test(element)

/** Returns the page without its JSON-LD and microdata; texts that readers see stay. */
export const removeStatements = (html: string): string =>
  html
    .replaceAll(linkedData, '')
    .replaceAll(tag, (element) =>
      /\sitem/i.test(element) ? (isUnseen(element) ? '' : element.replaceAll(itemAttribute, '')) : element,
    )
