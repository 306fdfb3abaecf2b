/** Code of a guide page. Fences marked `sh`, `js` and `python` run in the tests; all others are only displayed. */

export const runnableLanguages = ['sh', 'js', 'python'] as const
export type RunnableLanguage = (typeof runnableLanguages)[number]

export interface CodeBlock {
  language: RunnableLanguage
  source: string
}

const isRunnable = (language: string): language is RunnableLanguage =>
  (runnableLanguages as readonly string[]).includes(language)

/** Returns the runnable blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, language = '', source = '']) =>
    isRunnable(language) ? [{ language, source }] : [],
  )
}
