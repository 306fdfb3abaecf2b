/** Names of months and weekdays in the languages that are most common in calendars. */
import { monthNames } from './metadata/month-names.ts'
import { WordSet } from '../html/word-reader.ts'

const days = `
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
  lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim
  lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom
  lunedì martedì mercoledì giovedì venerdì sabato domenica gio
  segunda terça quarta quinta sexta seg ter qua qui sex
  maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo
`

/** All names of months and weekdays. */
export const dateWords = new WordSet()
dateWords.addText(days)
dateWords.addText([...monthNames()].join(' '))
