/**
 * Links that a crawl does not fetch because of the extension of their path: media, archives, executables. For all
 * other links, the content type of the response decides.
 *
 * Some extensions are left out on purpose because names of pages end in them as often as names of files: `.js` and
 * `.css` (`/wiki/Node.js`), `.com`, `.app`, `.ai`, `.so`, `.ts`, `.sh`, and numbers (`/v/1.2`). PDF, office documents,
 * XML, JSON, plain text and source code count as pages.
 */
import { pathAndQuery } from '@seine/shared/urls/url-identity.ts'

const mediaExtensions = new Set(
  [
    // Images.
    'jpg jpeg jpe jfif png apng gif webp avif heic heif jxl jp2 bmp dib tif tiff ico cur svg svgz psd eps raw cr2 nef arw dng xcf',
    // Audio.
    'mp3 m4a m4b aac ogg oga opus flac wav wave wma aif aiff amr mid midi weba m3u m3u8 pls',
    // Video and animation.
    'mp4 m4v mkv webm mov avi wmv flv f4v mpg mpeg mpe m2v m2ts mts ogv 3gp 3g2 vob asf rm rmvb mpd swf',
    // Fonts.
    'woff woff2 ttf ttc otf eot',
    // Archives.
    'zip gz tgz bz2 tbz2 xz txz zst tzst lz lz4 lzma z 7z rar tar cpio cab ace arj lzh sit sitx zipx',
    // Programs, packages and disk images.
    'exe msi msix appx dll bat scr apk aab ipa dmg pkg deb rpm snap flatpak appimage jar war ear whl gem nupkg crx xpi iso img vhd vhdx vmdk qcow2 ova bin torrent',
  ].flatMap((extensions) => extensions.split(' ')),
)

/**
 * Returns true when the path of a URL ends in a known media, archive or executable extension.
 * @param url absolute URL; query, fragment and path parameters (`;v=1`) are ignored.
 */
export function isMediaUrl(url: string | URL): boolean {
  const path = pathAndQuery(url)
  const queryAt = path.indexOf('?')
  const end = queryAt === -1 ? path.length : queryAt
  const segment = path.slice(path.lastIndexOf('/', end - 1) + 1, end)
  const parametersAt = segment.indexOf(';')
  const name = parametersAt === -1 ? segment : segment.slice(0, parametersAt)
  const dot = name.lastIndexOf('.')
  return dot !== -1 && mediaExtensions.has(name.slice(dot + 1).toLowerCase())
}
