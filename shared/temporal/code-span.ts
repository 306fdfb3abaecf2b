/** Returns a text as code in Markdown, on one line, for texts that operators read in Temporal's Web UI. */
export const codeSpan = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``
