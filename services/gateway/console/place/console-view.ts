/** What every view is. */
import type { ComponentType } from 'preact'
import type { ConsolePlace } from './router.ts'

/** What a view gets. */
export interface ConsoleViewProps {
  place: ConsolePlace
}

/** A component that fills `main`: one `Heading`, and what follows. */
export type ConsoleView = ComponentType<ConsoleViewProps>
