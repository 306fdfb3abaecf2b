/**
 * Phrases with which websites of many languages label what surrounds an article: sharing, subscriptions, links to other
 * articles, tags, comment forms, notices. Each matches at the beginning of a line without its leading signs.
 */

/** What a line is for. */
export type FurnitureKind =
  | 'share'
  | 'subscribe'
  | 'related'
  | 'tags'
  | 'comments'
  | 'notice'
  | 'wall'
  | 'advert'
  | 'author'

const start = '^'
/** End of a phrase: no letter of a script with spaces between words follows. */
const end = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])`
/** Nothing but signs follows. */
const alone = String.raw`[^\p{L}\p{N}]{0,6}$`

/** Nothing but a button of the form, or where the form is, follows. */
const commentEnd =
  String.raw`(?:[\p{P}\s]+(?:cancel|abbrechen|annuler|cancelar|annulla|annuleren|avbryt|anuluj|отменить|here|below(?! the\b)|(?:to|on|zu|à|a|pod|sobre|bij|till|til|к) (?:this|diesem|cet(?:te)?|tym|est[ae]|quest[oa]|dit|denna|denne|этому))(?: [\p{L}]+){0,8})?` +
  alone

const phrases = (words: string, tail = end): RegExp =>
  new RegExp(`${start}(?:${words.trim().replaceAll(/\s*\n\s*/g, '|')})${tail}`, 'iu')

const networks =
  'facebook|twitter|x|linkedin|whatsapp|telegram|reddit|pinterest|e-?mail|bluesky|threads|mastodon|vk|line|instagram'

/** A newsletter or channel of the website's own. */
const ownNewsletter =
  /(?:(?:our|my|unsere[nr]?|notre|nos|nuestr[oa]|noss[oa]|nostr[ae]|onze|vårt|vores|nasz(?:ego)?|наш[уе]?)\s(?:\p{L}+\s)?(?:e-?mail|e-?news|news|mailing|lettre|infolettre|bolet|nieuws|nyhe|рассылк|розсилк|podcast|channel|canal|chaîne|канал))|(?:我们|我們)的|نشرتنا/iu
/** What a notice on cookies says about the website and the visit. */
const visitWords =
  /your (?:visit|experience|brows|consent|device)|our (?:web ?)?(?:sites?|pages?|traffic)|(?:ihre[nm]?|deine[nm]?) (?:besuch|erlebnis|erfahrung|einwilligung)|unsere[nrs]? (?:web)?(?:seiten?|sites?)|votre (?:visite|expérience|navigation|consentement)|notre site|(?:tu|su) (?:visita|experiencia|navegación)|nuestr[ao]s? (?:página|sitio|web)|sua (?:visita|experiência|navegação)|noss[ao] site|(?:tua|vostra) (?:visita|esperienza|navigazione)|nostro sito|(?:je|uw) (?:bezoek|ervaring)|onze (?:pagina|site|website)|(?:din|ditt) (?:besök|upplevelse|opplevelse|oplevelse|besøk|besøg)|(?:vår|vores) (?:webb|side|nett)|сайт|наши(?:х)? страниц|当サイト|本サイト|网站/iu

/**
 * Lines that are furniture whatever else they contain, up to the limits of their kind. Those that are not sure, or do
 * not match the further pattern, may also begin a sentence of the text.
 */
export const furniturePhrases: readonly [
  kind: FurnitureKind,
  pattern: RegExp,
  wordsMax: number,
  isSure?: true | RegExp,
][] = [
  [
    'share',
    phrases(
      String.raw`
      (?:please )?share(?: (?:this|on|via|with|the)(?: [\p{L}]+){0,5})?
      a post shared by .{1,60}
      (?:tweet|pin) it
      (?:share|tweet|pin|print|email|copy link|copy url|save|bookmark|link copied!?)(?: (?:this|article|page|story)){0,2}
      (?:follow|like|find) us(?: on)?(?: (?:${networks}|google news|social media|,|and|&)){0,6}
      (?:artikel |beitrag |seite )?(?:teilen|drucken|merken|versenden)(?: auf| per| via)?(?: (?:${networks}))?
      (?:auf|per|via) (?:${networks}) (?:teilen|senden)
      partager(?: (?:cet article|sur|par|la page)(?: [\p{L}]+){0,3})?
      compartir(?: (?:en|este|por|esta)(?: [\p{L}]+){0,3})?
      compartilh(?:e|ar)(?: (?:no|em|este|via)(?: [\p{L}]+){0,3})?
      condividi(?: (?:su|questo|via)(?: [\p{L}]+){0,3})?
      (?:deel|delen)(?: (?:dit|via|op|artikel)(?: [\p{L}]+){0,3})?
      del[a]?(?: (?:på|artikeln|artikkelen|artiklen|denne|denna|via)(?: [\p{L}]+){0,3})
      (?:udostępnij|podziel się)(?: (?:na|ten|artykułem)(?: [\p{L}]+){0,3})?
      (?:paylaş|bagikan|chia sẻ|jaa)(?: [\p{L}]+){0,3}
      (?:поделиться|поділитися|поделитесь)(?: [\p{L}]+){0,3}
      (?:シェア(?:する)?|共有(?:する)?|ツイート|分享到?(?:微信|微博|朋友圈)?|공유하기|공유|شارك|مشاركة|שתפו|שיתוף)`,
      alone,
    ),
    14,
    true,
  ],
  [
    'subscribe',
    phrases(String.raw`
      subscribe(?: now| today| here| free)? to (?:our|my)
      (?:subscribe|sign ?up|register)(?: now| today| here| free)? (?:to|for) (?:[\p{L}’'&-]+ ){0,5}(?:e-?newsletters?|newsletters?|mailing list|email (?:list|updates|alerts)|podcast|channel)
      (?:get|receive) (?:the|our) (?:latest|best|newsletter|daily|weekly|top)(?: [\p{L}’']+){0,12} (?:inbox|e-?mail|newsletter)
      (?:join|stay) (?:our|the) (?:newsletter|mailing list)
      (?:jetzt )?(?:unseren |den |zum )?newsletter (?:abonnieren|anmelden|bestellen)
      (?:abonnez-vous|inscrivez-vous)(?: gratuitement)? (?:à|au) (?:notre|nos|la|cette)(?: [\p{L}]+)? ?(?:newsletter|lettre|infolettre|chaîne)
      (?:suscríb(?:ete|ase)|inscríb(?:ete|ase)|apúnt(?:ate|ese)) a (?:nuestr[oa]|la|el)(?: [\p{L}]+)? ?(?:newsletter|boletín|canal|lista)
      (?:assine|inscreva-se|cadastre-se|subscreva)(?: na| em| a)?(?: a)? (?:nossa |a )?newsletter
      (?:iscriviti|abbonati) all(?:a|e) (?:nostr[ae] )?newsletter
      (?:schrijf je in|meld je aan|abonneer je) (?:voor|op) (?:onze|de) (?:[\p{L}]+ )?nieuwsbrief
      (?:prenumerera på|abonner på|tilmeld dig|anmäl dig till|meld deg på) (?:vårt |vores )?nyhe[dt]sbrev(?:et)?
      (?:zapisz się (?:na|do)|zasubskrybuj) (?:nasz |naszego )?newsletter(?:a)?
      (?:подпи(?:шитесь|саться)|підпи(?:шіться|сатися)) на (?:наш[ау]? |нашу )?(?:рассылку|розсилку|канал|новости|новини|telegram)
      (?:メールマガジン|メルマガ|ニュースレター)(?:を|に|の)(?:購読|登録)
      (?:订阅|訂閱)(?:我们|我們|本站|邮件|電子報|newsletter)
      (?:뉴스레터|구독)(?:를|을)? ?(?:신청|구독)
      (?:اشترك|سجّل|سجل) في (?:نشرتنا|النشرة البريدية|القائمة البريدية)`),
    60,
    ownNewsletter,
  ],
  [
    'comments',
    phrases(
      String.raw`
      (?:leave|post) (?:a|your) (?:reply|comment)
      (?:write|add) (?:a|your) (?:reply|comment)
      comments (?:are closed|have been disabled|off(?: on .{1,120})?)
      (?:no|view|show|load|see|read)(?: all)?(?: \d+)? comments(?: yet)?
      (?:be the first to comment|join the (?:conversation|discussion)(?: (?:in the comments|below))?)
      (?:einen |deinen |ihren )?kommentar (?:schreiben|hinterlassen|verfassen|abgeben)
      (?:schreiben sie|schreibe|hinterlasse)(?: (?:einen|eine))? (?:kommentar|antwort)
      (?:laisser|ajouter|écrire|poster) un commentaire
      (?:deja|dejar|escribe|añade|añadir|publicar) un(?:a)? (?:comentario|respuesta)
      (?:deixe|escreva|adicionar)(?: um| uma| seu)? (?:comentário|resposta)
      (?:lascia|scrivi|aggiungi) un (?:commento)
      (?:geef|plaats|schrijf) een (?:reactie|antwoord)
      (?:lämna|skriv) (?:en )?kommentar
      (?:legg igjen|skriv) en kommentar
      (?:dodaj|zostaw) (?:komentarz|odpowiedź)
      (?:оставить|добавить|оставьте|написать) комментарий
      (?:залишити|додати) коментар
      コメントを(?:残す|書く|投稿)(?:する|には.{1,40})?
      (?:发表|發表|写)(?:评论|評論|回复)
      댓글 ?(?:쓰기|달기|남기기)
      (?:اترك|أضف) (?:تعليق|تعليقاً|ردا)`,
      commentEnd,
    ),
    40,
    true,
  ],
  [
    'comments',
    phrases(String.raw`
      your email address will not be published
      required fields are marked
      (?:deine|ihre) e-mail-adresse wird nicht veröffentlicht`),
    40,
    true,
  ],
  [
    'notice',
    phrases(String.raw`
      (?:we|this (?:site|website)|our (?:site|website|partners))(?: [\p{L}]+){0,4} uses?(?: [\p{L}]+){0,3} cookies
      by (?:using|continuing)(?: [\p{L}]+){0,8} (?:use of|our) cookies
      (?:accept|reject|allow)(?: all)?(?: non-essential)? cookies
      (?:wir|diese (?:seite|website))(?: [\p{L}]+){0,2} (?:verwende[nt]|nutz(?:en|t)|setz(?:en|t)) (?:[\p{L}]+ ){0,2}cookies
      (?:nous|ce site) (?:utilis(?:ons|e)|dépos(?:ons|e)) (?:des|les) cookies
      (?:utilizamos|usamos|(?:este sitio|este site|esta web) (?:utiliza|usa)) (?:[\p{L}]+ )?cookies
      (?:questo sito (?:utilizza|usa)|utilizziamo|usiamo) (?:i )?cookie
      (?:wij|we|deze (?:site|website)) (?:gebruiken|gebruikt)(?: [\p{L}]+){0,2} cookies
      (?:vi|denna webbplats|dette nettstedet) (?:använder|bruker|bruger) (?:cookies|kakor|informasjonskapsler)
      (?:мы используем|этот сайт использует|ми використовуємо)(?: файлы| файли)? (?:cookie|куки)
      (?:当サイト|本サイト|このサイト)(?:で)?は(?:、)?(?:cookie|クッキー)
      (?:本网站|我们)使用(?:cookie)
      (?:download|get|try) our (?:[\p{L}]+ )?app(?=(?:[\p{P}\s]+(?:now|today|here|free|for|and|or|on|from|the|ios|android|iphone|ipad|google play|app store|to (?:read|get|follow|receive|listen|watch|enjoy)\b[\p{L} ]{0,60}))*[^\p{L}\p{N}]*$)
      unsere (?:[\p{L}]+ )?app (?:herunterladen|laden)
      (?:téléchargez|télécharger) notre (?:application|appli)
      (?:descarga|descárgate) nuestra app(?:licación)?
      baixe (?:o )?nosso app(?:licativo)?
      scarica (?:la )?nostra app(?:licazione)?`),
    60,
    visitWords,
  ],
  [
    'wall',
    phrases(String.raw`
      (?:subscribe|sign ?(?:up|in)|log ?in|register|create (?:a|an)(?: free)? account)(?: [\p{L}]+){0,5} to (?:continue reading|keep reading|(?:read|unlock) (?:(?:this|the|all)(?: full| whole| rest of (?:this|the))? (?:article|story|stories|post|content)|on\b|more\b))
      already (?:a subscriber|subscribed|a member)(?=\?|:|,|$)
      this (?:article|story|content|post) is (?:[\p{L}]+ ){0,4}(?:for|to) (?:[\p{L}]+ ){0,2}(?:subscribers|members)(?: only)?(?=[^\p{L}\p{N}]*$|[.!])
      to (?:continue|keep) reading(?: (?:this|the) (?:article|story|post))?,? (?:please |simply )?(?:subscribe|sign|log|register|create|become|join|purchase|enter)
      (?:jetzt|bitte)(?: [\p{L}]+){0,3} (?:anmelden|abonnieren|registrieren)(?: und|,)?(?: um)? (?:weiterlesen|weiterzulesen)
      (?:sie haben|haben sie)(?: [\p{L}]+){0,2} (?:bereits|schon) ein (?:abo|konto)
      (?:cet article est|contenu|article) réservé(?:e)? aux abonnés
      déjà abonné
      (?:contenido|artículo)(?: es)? (?:exclusivo|solo)? ?para suscriptores
      ¿?ya eres suscriptor
      (?:conteúdo|matéria) exclusiv[oa] para assinantes
      (?:contenuto|articolo) riservato agli abbonati
      (?:hai già un abbonamento|sei già abbonato)
      (?:je bent|bent u|ben je) al (?:abonnee|lid)
      (?:чтобы читать|для продолжения чтения|уже подписаны)
      (?:この記事は(?:有料)?会員(?:限定|専用)|続きを読むには)
      (?:登录|登入|注册)(?:后|後)(?:继续|繼續)?阅读`),
    40,
  ],
  [
    'advert',
    phrases(
      String.raw`
      advertisement(?:s)?(?: \d+)?
      (?:article continues (?:below|after)(?: (?:this )?ad(?:vertisement)?)?|continue reading below|story continues below(?: advertisement)?)
      sponsored(?: content| post| links?)?
      (?:anzeige|werbung|publicité|publicidad|anuncio|publicidade|pubblicità|advertentie|annons|annonse|annonce|reklama|mainos|reklam|реклама|広告|スポンサーリンク|广告|廣告|광고|إعلان|פרסומת|διαφήμιση)`,
      alone,
    ),
    8,
    true,
  ],
]

/** Labels in front of links to other articles; furniture only with such links. */
export const relatedLabel = phrases(String.raw`
  (?:read|watch|listen)(?: (?:more|also|next|this next|the full story))
  (?:also|more) (?:read|from(?: (?:this|the|our))?|on this|like this|stories|news|reading|articles|posts)
  (?:related|recommended|similar|popular|trending|latest|recent|featured|most (?:read|popular|viewed)|other)(?: (?:[\p{L}]+ )?(?:articles?|posts?|stories|story|reads?|reading|news|coverage))
  related(?=\s*[:：])
  (?:you (?:may|might|’ll|'ll|will) (?:also |be )?(?:like|interested|enjoy|love))
  (?:don[’']t miss|up next|keep reading|continue reading|next read|what to read next|(?:previous|next) (?:article|post|story))
  (?:lesen sie|lies)(?: auch| mehr| hier| weiter)?
  (?:mehr|weitere)(?: (?:zum thema|dazu|von|artikel|nachrichten|lesen|aus))
  (?:auch interessant|das könnte (?:sie|dich) (?:auch )?interessieren|zum thema|passend dazu|verwandte (?:artikel|themen|beiträge))
  (?:à )?lire (?:aussi|également|la suite|plus)
  (?:sur le même (?:sujet|thème)|articles? (?:similaires?|liés?|connexes?)|vous aimerez (?:aussi|peut-être))
  (?:le[ea] (?:también|también:|más|mais|também)|leer (?:más|también)|te (?:puede|podría) interesar|(?:artículos|noticias|notas) relacionad[oa]s|más noticias)
  (?:leia (?:também|mais)|saiba mais|(?:artigos|notícias|matérias) relacionad[oa]s|você (?:pode|também))
  (?:leggi (?:anche|di più|tutto)|(?:articoli|notizie) correlat[ie]|potrebbe(?:ro)? interessarti|ti potrebbe(?:ro)? interessare)
  (?:lees (?:ook|meer|verder)|meer (?:over|van|nieuws|lezen)|gerelateerde (?:artikelen|berichten)|bekijk ook)
  (?:läs (?:också|även|mer|mera)|les (?:også|mer)|læs (?:også|mere)|mer (?:om|från)|relater(?:ade|te|rede) (?:artiklar|artikler|inlägg))
  (?:czytaj (?:też|także|również|więcej|dalej)|przeczytaj (?:też|także|również)|(?:podobne|powiązane) (?:artykuły|wpisy)|polecane)
  (?:читайте (?:также|ещё|еще|подробнее|далее)|(?:похожие|другие) (?:статьи|новости|материалы|записи)|по теме|материалы по теме)
  (?:читайте (?:також|ще)|схожі (?:новини|статті))
  (?:もっと読む|続きを読む|関連(?:記事|リンク|ニュース)|あわせて読みたい|おすすめ(?:記事)?|人気記事|次の記事|前の記事)
  (?:(?:相关|相關|延伸|推荐|推薦)(?:阅读|閱讀|文章|新闻|新聞)|阅读更多|更多(?:阅读|文章|新闻)|上一篇|下一篇|猜你喜欢)
  (?:관련 ?(?:기사|글|뉴스)|더 ?보기|추천 ?(?:기사|글)|함께 보면 좋은)
  (?:اقرأ (?:أيضا|أيضاً|المزيد)|مواضيع (?:ذات صلة|متعلقة)|قد يهمك|المزيد من)
  (?:קראו (?:גם|עוד)|כתבות (?:קשורות|נוספות))
  (?:διαβάστε (?:επίσης|περισσότερα)|σχετικά άρθρα)`)

/** Labels in front of tags and categories. */
export const tagsLabel = phrases(
  String.raw`
  (?:tags?|tagged|filed under|topics?|categories|category|posted in|more about)
  (?:schlagw(?:orte|örter)|stichw(?:orte|örter)|themen|kategorien?|mots[- ]clés|étiquettes|thèmes|catégories?|etiquetas|temas|categorías?|assuntos|categorias?|tag|argomenti|categorie|trefwoorden|onderwerpen|labels|taggar|ämnen|emner|emneord|stikord|tagi|tematy|kategorie|теги|метки|темы|рубрики?|タグ|カテゴリー?|标签|標籤|分类|分類|태그|카테고리|الوسوم|وسوم|التصنيف|תגיות|ετικέτες|etiketler|avainsanat)`,
  String.raw`\s*(?:[:：]|in:|$)`,
)

/** Labels of notes on the author. */
export const authorLabel = phrases(
  String.raw`
  (?:about|meet) the (?:authors?|writers?|reporter)
  (?:über (?:den autor|die autorin|die autoren)|zum autor|zur autorin|à propos (?:de l[’']auteur|de l[’']autrice)|(?:sobre|acerca de) (?:el autor|la autora|o autor|a autora|los autores)|(?:informazioni )?sull[’']autore|over de auteur|om (?:författaren|forfatteren|skribenten)|o (?:autorze|autorce)|об авторе|про автора|この記事の(?:著者|筆者|執筆者)|(?:著者|筆者|執筆者)(?:について|プロフィール|紹介)|(?:关于|關於)作者|作者(?:简介|簡介)|저자 소개|عن (?:الكاتب|المؤلف)|על המחבר)`,
  alone,
)

/** Nouns that head notes on the author; as a mere label they may stand in front of anything. */
export const authorNoun = phrases("l[’']auteur|l[’']autore|l[’']autrice|著者|筆者|執筆者|作者|글쓴이", alone)
