/** The names of months and days in the languages that calendars are most often written in. */
import { WordSet } from './word-reader.ts'

const names = `
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
  januar februar märz mai juni juli oktober dezember jänner mär okt dez
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
  janvier février mars avril juin juillet août septembre octobre novembre décembre janv févr avr juil déc
  lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic
  lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom
  gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug set ott
  lunedì martedì mercoledì giovedì venerdì sabato domenica gio
  janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev abr mai out dez
  segunda terça quarta quinta sexta seg ter qua qui sex
  januari februari maart mei augustus mrt
  maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo
`

/** All of them. */
export const dateWords = new WordSet()
dateWords.addText(names)
