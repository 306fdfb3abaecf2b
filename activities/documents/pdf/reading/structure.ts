/** Logical structure of a tagged PDF (ISO 32000-1, 14.8) as pdf.js returns it for one page. */

/** An element; its role is already mapped to a standard one. */
export interface StructureNode {
  role: string
  children?: readonly (StructureNode | StructureContent)[]
  /** Description of a figure. */
  alt?: string
  lang?: string
}

/** Page content (`content`, with the id of marked content) or an object such as an annotation. */
export interface StructureContent {
  type: string
  id?: string
}

/** Whether a part of the structure tree is a node, not content of a page. */
export const isStructureNode = (part: StructureNode | StructureContent): part is StructureNode => 'role' in part
