/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: focus, values, options, scrolling. Self-contained: it is serialised with toString, so that
 * nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from '../../selectors/in-page/dom.ts'
import type { InPageFault } from './in-page-types.ts'
import type { TargetTools } from './target.ts'

/** Returns the functions that focus, fill and choose in fields, and scroll elements into view. */
export function editTools(dom: DomTools, targets: TargetTools) {
  const { fault } = targets
  const fire = (element: Element, type: 'input' | 'change'): void => {
    EventTarget.prototype.dispatchEvent.call(element, new Event(type, { bubbles: true, composed: type === 'input' }))
  }

  /** Focuses the element; in a field that did not have the focus, the caret goes to the beginning. */
  const focus = (name: string): void => {
    const control = targets.controlOf(targets.take(name))
    const root = dom.rootOf(control) as Document | ShadowRoot
    const hadFocus = root.activeElement === control && document.hasFocus()
    HTMLElement.prototype.focus.call(control)
    if (hadFocus || !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    try {
      control.setSelectionRange(0, 0)
    } catch {
      // An input of a type without a caret.
    }
  }

  const selectAll = (control: Element): void => {
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.select()
      return
    }
    const range = document.createRange()
    range.selectNodeContents(control)
    const selection = window.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  }

  /** Types whose value is set as a whole. */
  const wholeValues = new Set(['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'])

  /** Whether a control accepted a value, even in another form: a completed date, the nearest step. */
  const isTaken = ({ type, value }: HTMLInputElement, wanted: string): boolean => {
    if (wanted === '' || value === wanted) return true
    if (type === 'color') return CSS.supports('color', wanted)
    return type === 'range' ? Number.isFinite(Number(wanted)) : value !== ''
  }

  /** A number in the syntax of HTML. */
  const number = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

  /**
   * Sets the value of an input whose value is set as a whole; otherwise selects the content for the caller to
   * overwrite.
   * @returns how the caller must finish.
   */
  const beginFill = (name: string, value: string): 'done' | 'overwrite' | { fault: InPageFault } => {
    const control = targets.controlOf(targets.take(name))
    if (control instanceof HTMLInputElement && wholeValues.has(control.type)) {
      const wanted = control.type === 'color' ? value.trim().toLowerCase() : value.trim()
      HTMLElement.prototype.focus.call(control)
      const before = control.value
      control.value = wanted
      if (!isTaken(control, wanted)) {
        control.value = before
        return fault(
          'invalid_value',
          `${JSON.stringify(value)} is not a valid value for an input of type ${control.type}`,
        )
      }
      fire(control, 'input')
      fire(control, 'change')
      return 'done'
    }
    if (
      control instanceof HTMLInputElement &&
      control.type === 'number' &&
      value !== '' &&
      !number.test(value.trim())
    ) {
      return fault('invalid_value', `${JSON.stringify(value)} is not a number`)
    }
    HTMLElement.prototype.focus.call(control)
    selectAll(control)
    return 'overwrite'
  }

  /** Prevents a second `change` event: the browser would fire it again when the control loses the focus. */
  const hushChange = (control: HTMLInputElement | HTMLTextAreaElement): void => {
    const { value } = control
    const root = dom.rootOf(control)
    const at: EventTarget = dom.isShadowRoot(root) ? root : window
    const hush = (event: Event): void => {
      if (!event.isTrusted || event.target !== control) return
      at.removeEventListener('change', hush, { capture: true })
      if (control.value === value) event.stopImmediatePropagation()
    }
    at.addEventListener('change', hush, { capture: true })
  }

  const endFill = (name: string): void => {
    const control = targets.controlOf(targets.take(name))
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    fire(control, 'change')
    hushChange(control)
  }

  const optionFor = (options: HTMLOptionElement[], wanted: string): HTMLOptionElement | undefined =>
    options.find((option) => option.value === wanted) ??
    options.find((option) => dom.normalise(option.label) === dom.normalise(wanted)) ??
    options.find((option) => dom.normalise(option.text) === dom.normalise(wanted))

  /** Selects an option by value, otherwise by label; a multiple select accepts a comma-separated list. */
  const choose = (name: string, value: string): null | { fault: InPageFault } => {
    const control = targets.controlOf(targets.take(name))
    if (!(control instanceof HTMLSelectElement)) {
      return fault('no_such_option', `${dom.describe(control)} is not a select element`)
    }
    const options = [...control.options]
    const whole = optionFor(options, value)
    const wanted = whole === undefined && control.multiple ? value.split(',').map((part) => part.trim()) : [value]
    const chosen: HTMLOptionElement[] = []
    for (const each of wanted) {
      const option = optionFor(options, each)
      if (option === undefined) return fault('no_such_option', `there is no option ${JSON.stringify(each)}`)
      if (dom.matches(option, ':disabled')) return fault('disabled', `option ${JSON.stringify(each)} is disabled`)
      chosen.push(option)
    }
    HTMLElement.prototype.focus.call(control)
    for (const option of options) option.selected = chosen.includes(option)
    fire(control, 'input')
    fire(control, 'change')
    return null
  }

  const scrolls = (element: Element): boolean =>
    element.scrollHeight > element.clientHeight && /auto|scroll|overlay/.test(dom.styleOf(element).overflowY)

  /**
   * Scrolls the held element or its nearest scrolling ancestor. Without an element scrolls the page, or, when the
   * page does not scroll, the scrolling element in its middle.
   */
  const scrollBy = async (name: string | null, pixels: number): Promise<void> => {
    const page = document.scrollingElement ?? document.documentElement
    const inMiddle = (): Element | null => {
      if (page.scrollHeight > page.clientHeight) return null
      const { elementFromPoint } = Document.prototype
      return elementFromPoint.call(document, window.innerWidth / 2, window.innerHeight / 2)
    }
    let box: Element | null = name === null ? inMiddle() : targets.take(name)
    while (box !== null && !scrolls(box)) box = dom.layoutParentOf(box)
    box ??= page
    box.scrollBy({ top: pixels, behavior: 'instant' })
    await targets.nextFrame()
    await targets.nextFrame()
  }

  return { focus, beginFill, endFill, choose, scrollBy }
}
