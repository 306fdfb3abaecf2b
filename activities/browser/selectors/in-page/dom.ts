/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page, in an isolated world: reads the document. Self-contained: it is serialised with toString, so
 * that nothing outside of it is available. Built-in methods are invoked with `call`.
 *
 * A page can name a form field or an image like a property (`<input name="parentNode">`), which hides the property
 * in every world; the getters of the prototypes cannot be hidden.
 */
export function domTools() {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- gives the type of the property
  const read = <Value>(prototype: object, name: string): ((target: object) => Value) => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get
    if (getter === undefined) throw new Error(`no property ${name}`)
    return (target) => getter.call(target) as Value
  }

  const nodeType = read<number>(Node.prototype, 'nodeType')
  const nodeValue = read<string | null>(Node.prototype, 'nodeValue')
  const parentNode = read<Node | null>(Node.prototype, 'parentNode')
  const firstChild = read<ChildNode | null>(Node.prototype, 'firstChild')
  const nextSibling = read<ChildNode | null>(Node.prototype, 'nextSibling')
  const localName = read<string>(Element.prototype, 'localName')
  const shadowRoot = read<ShadowRoot | null>(Element.prototype, 'shadowRoot')
  const assignedSlot = read<HTMLSlotElement | null>(Element.prototype, 'assignedSlot')
  const isConnected = read<boolean>(Node.prototype, 'isConnected')
  const host = read<Element>(ShadowRoot.prototype, 'host')
  const textContent = read<string | null>(Node.prototype, 'textContent')
  const documentElement = read<Element | null>(Document.prototype, 'documentElement')
  const head = read<HTMLHeadElement | null>(Document.prototype, 'head')
  const activeElement = read<Element | null>(Document.prototype, 'activeElement')

  const attribute = (element: Element, name: string): string | null =>
    Element.prototype.getAttribute.call(element, name)
  const hasAttribute = (element: Element, name: string): boolean => Element.prototype.hasAttribute.call(element, name)
  const matches = (element: Element, selector: string): boolean => Element.prototype.matches.call(element, selector)
  const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node)
  const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element)
  const rectsOf = (element: Element): DOMRect[] => [...Element.prototype.getClientRects.call(element)]
  const styleOf = (element: Element, pseudo?: string): CSSStyleDeclaration => window.getComputedStyle(element, pseudo)

  /** The tag name in lower case. */
  const tagOf = (element: Element): string => localName(element).toLowerCase()
  const isElement = (node: Node | null): node is Element => node !== null && nodeType(node) === 1
  const isText = (node: Node): boolean => nodeType(node) === 3
  const isShadowRoot = (node: Node | null): node is ShadowRoot => node instanceof ShadowRoot

  const childrenOf = (node: Node): ChildNode[] => {
    const found: ChildNode[] = []
    for (let child = firstChild(node); child !== null; child = nextSibling(child)) found.push(child)
    return found
  }

  /** Returns the parent element; for the top of a shadow tree, its host. */
  const parentOf = (node: Node): Element | null => {
    const parent = parentNode(node)
    if (isShadowRoot(parent)) return host(parent)
    return isElement(parent) ? parent : null
  }

  /** Returns the parent in the layout: slotted content is inside its slot. */
  const layoutParentOf = (element: Element): Element | null => assignedSlot(element) ?? parentOf(element)

  /** Returns the nearest element that matches, the element itself or an ancestor, across shadow boundaries. */
  const closest = (element: Element, selector: string): Element | null => {
    for (let at: Element | null = element; at !== null; at = parentOf(at)) if (matches(at, selector)) return at
    return null
  }

  const selectIn = (root: Node, selector: string): Element[] => {
    const prototype = nodeType(root) === 9 ? Document.prototype : isElement(root) ? Element.prototype : null
    return [...(prototype ?? DocumentFragment.prototype).querySelectorAll.call(root, selector)]
  }

  /** Every element under a root in document order; open shadow trees come before the children of their host. */
  const everyElement = (root: Node): Element[] => {
    const found: Element[] = []
    for (const element of selectIn(root, '*')) {
      found.push(element)
      const shadow = shadowRoot(element)
      if (shadow !== null) found.push(...everyElement(shadow))
    }
    return found
  }

  /** Elements that an attribute refers to by id, in the tree of the element. */
  const referred = (element: Element, name: string): Element[] => {
    const value = attribute(element, name)
    if (value === null) return []
    const ids = value.split(/\s+/).filter((id) => id !== '')
    const root = rootOf(element)
    const found = ids.flatMap((id) => selectIn(root, `#${CSS.escape(id)}`).slice(0, 1))
    return [...new Set(found)]
  }

  /**
   * Returns a function that reads the labels of form controls. It caches them for each tree, because the property
   * `labels` searches the whole tree.
   */
  const labelReader = (): ((element: Element) => readonly Element[]) => {
    const trees = new Map<Node, Map<Element, Element[]>>()
    const labelsIn = (root: Node): Map<Element, Element[]> => {
      const byControl = new Map<Element, Element[]>()
      for (const label of selectIn(root, 'label')) {
        const control = label instanceof HTMLLabelElement ? label.control : null
        if (control === null) continue
        const labels = byControl.get(control) ?? []
        labels.push(label)
        byControl.set(control, labels)
      }
      return byControl
    }
    return (element) => {
      const root = rootOf(element)
      const known = trees.get(root) ?? labelsIn(root)
      trees.set(root, known)
      return known.get(element) ?? []
    }
  }

  const normalise = (text: string): string =>
    text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()

  /** Whether it is rendered and its `visibility` is `visible`; looks only at styles. */
  const isShown = (element: Element, style = styleOf(element)): boolean =>
    Element.prototype.checkVisibility.call(element) && style.visibility === 'visible'

  const textHasBox = (node: Node): boolean => {
    const range = document.createRange()
    range.selectNode(node)
    const { width, height } = range.getBoundingClientRect()
    return width > 0 && height > 0
  }

  /** Whether it is rendered with an area; a transparent element counts as visible. */
  const isVisible = (element: Element): boolean => {
    const style = styleOf(element)
    if (style.display === 'contents') {
      return childrenOf(element).some((child) =>
        isElement(child) ? isVisible(child) : isText(child) && textHasBox(child),
      )
    }
    if (!isShown(element, style)) return false
    const { width, height } = rectOf(element)
    return width > 0 && height > 0
  }

  /** Returns a short, CSS-like description of an element: `div#cookie.banner.large`. */
  const describe = (element: Element): string => {
    const id = attribute(element, 'id')
    const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
    const short = `${tagOf(element)}${id === null || id === '' ? '' : `#${id}`}${classes
      .slice(0, 3)
      .map((name) => `.${name}`)
      .join('')}`
    return short.length > 100 ? `${short.slice(0, 99)}…` : short
  }

  return {
    nodeType,
    nodeValue,
    parentNode,
    shadowRoot,
    assignedSlot,
    isConnected,
    textContent,
    documentElement,
    head,
    activeElement,
    attribute,
    hasAttribute,
    matches,
    rootOf,
    rectOf,
    rectsOf,
    styleOf,
    tagOf,
    isElement,
    isText,
    isShadowRoot,
    childrenOf,
    parentOf,
    layoutParentOf,
    closest,
    selectIn,
    everyElement,
    referred,
    labelReader,
    normalise,
    isShown,
    textHasBox,
    isVisible,
    describe,
  }
}

export type DomTools = ReturnType<typeof domTools>
