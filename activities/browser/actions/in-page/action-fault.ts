/** Codes of the failures of actions on a page. */

/** Why an action failed. */
export const actionFaultCodes = [
  'not_found',
  'not_visible',
  'disabled',
  'unstable',
  'outside_viewport',
  'covered_by',
  'not_editable',
  'no_such_option',
  'invalid_selector',
  'invalid_value',
  'frame_not_found',
  'navigation_failed',
  'timeout',
] as const

export type ActionFaultCode = (typeof actionFaultCodes)[number]
