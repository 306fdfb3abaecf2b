/** Finds the images of a page's main thing. */
import { rawOf, type Raw } from './values/bag.ts'
import { isPicture } from './item-kinds.ts'
import type { FillPage } from './scope.ts'

const picturesMax = 50
const galleryNames = /gallery|carousel|slider|slide|swiper|thumb|images|photos|pictures|media|galerie|bilder/

/** Returns the images of a gallery, or else those that belong to no item of a list; in document order. */
export function galleryOf({ facts, fields }: Pick<FillPage, 'facts' | 'fields'>): Raw[] {
  const group = facts.groups.find(
    ({ names, items }) =>
      names.some((name) => galleryNames.test(name)) && items.every((item) => item.fields.some(isPicture)),
  )
  const parts = group === undefined ? fields : group.items.flatMap((item) => item.fields)
  const urls = new Set(parts.filter(isPicture).map(({ url }) => url ?? ''))
  const inContent = facts.document.images.length === 0 ? urls : facts.document.images.filter((url) => urls.has(url))
  return [...(group === undefined ? inContent : urls)].slice(0, picturesMax).map((url) => rawOf(url, 'document', url))
}
