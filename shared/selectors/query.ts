/** A parsed selector as plain data, as the in-page engine takes it. */

/** How to compare a text; whitespace is normalised on both sides first. */
export interface TextMatch {
  how: 'contains' | 'equals' | 'starts' | 'ends' | 'regex'
  /** The text, or the source of the regular expression. */
  value: string
  ignoreCase: boolean
  /** Flags of the regular expression. */
  flags: string
}

export type RoleState = 'checked' | 'pressed' | 'disabled' | 'expanded' | 'selected'

export interface RoleQuery {
  kind: 'role'
  role: string
  name: TextMatch | null
  description: TextMatch | null
  states: Partial<Record<RoleState, boolean | 'mixed'>>
  level: number | null
  includeHidden: boolean
}

export type ElementQuery =
  | { kind: 'css'; selector: string }
  | { kind: 'xpath'; expression: string }
  | { kind: 'text'; match: TextMatch }
  | { kind: 'label'; match: TextMatch }
  | { kind: 'placeholder'; match: TextMatch }
  | { kind: 'test_id'; value: string }
  | RoleQuery
