/** The kinds of selectors that name an element of a page. */

/** How a selector is read. */
export const selectorTypes = ['css', 'xpath', 'role', 'text', 'regex', 'test_id', 'label', 'placeholder'] as const

export type SelectorType = (typeof selectorTypes)[number]
