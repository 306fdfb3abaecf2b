/** The kinds of selectors that identify an element of a page. */

/** How a selector is interpreted. */
export const selectorTypes = ['css', 'xpath', 'role', 'text', 'regex', 'test_id', 'label', 'placeholder'] as const

export type SelectorType = (typeof selectorTypes)[number]
