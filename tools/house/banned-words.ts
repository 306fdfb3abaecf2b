/** Words that comments, guides and titles of tests do not use, because readers have to guess what they mean. */

/** Words, and what to write instead of them. */
export interface BannedWord {
  pattern: RegExp
  instead: string
}

/** Searched in text whose white space is folded. */
export const bannedWords: readonly BannedWord[] = [
  {
    pattern: /\b(?:nobody|somebody|anybody|everybody|whoever)\b/i,
    instead: 'name who is meant: the caller, a worker, another process',
  },
  {
    pattern: /\b(?:told|untold)\b/i,
    instead: 'write reported, notified, undelivered or, for "told apart", distinguished',
  },
  { pattern: /\bsays? so\b/i, instead: 'name what is shown, returned or logged' },
  { pattern: /\btells?\b/i, instead: 'write reports, states, shows, returns, notifies or distinguishes' },
  { pattern: /\b(?:is|are|was) none\b/, instead: 'write "if none exists", "null without …" or "is not a …"' },
  { pattern: /\b(?:whose|its) like\b/i, instead: 'write similar' },
  { pattern: /\b(?:is|are|was|stays) mute\b/i, instead: 'write "does not answer"' },
  {
    pattern: /\b(?:accuses?|accused|is glad|wishes|has an ear)\b/i,
    instead: 'parts of a program have no feelings: name the state or the rule',
  },
]

/** Returns what to write instead of the banned words of a text, one text for each of them. */
export function bannedIn(text: string): { word: string; instead: string }[] {
  const folded = text.replaceAll(/\s*\n\s*\*?\s*/g, ' ')
  return bannedWords.flatMap(({ pattern, instead }) => {
    const word = pattern.exec(folded)?.[0]
    return word === undefined ? [] : [{ word, instead }]
  })
}

const blank = (code: string): string => code.replaceAll(/[^\n]/g, ' ')

/** Blanks code and addresses of links in Markdown, which are not prose; line breaks stay. */
export function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[^]*?^```/gm, blank)
    .replaceAll(/`[^`\n]+`/g, blank)
    .replaceAll(/\]\([^)\n]*\)/g, blank)
}
