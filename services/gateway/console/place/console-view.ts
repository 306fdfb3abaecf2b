/** The interface of views. */
import type { ComponentType } from 'preact'
import type { ConsolePlace } from './router.ts'

/** Properties of a view. */
export interface ConsoleViewProps {
  place: ConsolePlace
}

/** A component that renders the content of `main`, starting with one `Heading`. */
export type ConsoleView = ComponentType<ConsoleViewProps>
