/** Names of the months in the languages that are most common in dates. */

/** One language per line, January to December; variants of one month are separated by a slash. */
const lines = `
  january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
  januar/jänner/jan februar/feber märz/mär/mrz april mai juni juli august/aug september/sept oktober/okt november/nov dezember/dez
  janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août septembre octobre novembre décembre/déc
  enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre octubre noviembre diciembre/dic
  gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre/set ottobre/ott novembre dicembre
  janeiro fevereiro/fev março abril maio junho julho agosto setembro outubro/out novembro dezembro
  januari februari maart/mrt april mei juni juli augustus september oktober november december
  januari februari mars april maj juni juli augusti september oktober november december
  januar februar marts april maj juni juli august september oktober november december/des
  tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
  stycznia/styczeń/sty lutego/luty/lut marca/marzec kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad/lis grudnia/grudzień/gru
  ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec
  ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
  január február március április május június július augusztus szeptember október november december
  ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
  января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя декабря/декабрь/дек
  січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
  ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
  januari februari maret april mei juni juli agustus september oktober november desember
  يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
`

const monthsByName = new Map<string, number>()
for (const line of lines.trim().split('\n')) {
  for (const [index, names] of line.trim().split(' ').entries()) {
    for (const name of names.split('/')) if (!monthsByName.has(name)) monthsByName.set(name, index + 1)
  }
}

/**
 * Returns the month that a word names, 1 to 12, or null.
 * @param word in lower case, without a full stop.
 */
export const monthOf = (word: string): number | null => monthsByName.get(word) ?? null

/** Returns all month names. */
export const monthNames = (): Iterable<string> => monthsByName.keys()
