/** Meanings of properties: names for the same thing in schemas, vocabularies and labels, in several languages. */
import { keyOf } from './names.ts'

/** Form of a value. */
export type ConceptKind =
  | 'price'
  | 'currency'
  | 'date'
  | 'picture'
  | 'link'
  | 'heading'
  | 'text'
  | 'rating'
  | 'count'
  | 'email'
  | 'telephone'
  | 'person'
  | 'duration'
  | 'availability'
  | 'plain'
  | 'list'

export interface Concept {
  id: string
  kind: ConceptKind
  /** Keys of its names, best first. */
  keys: readonly string[]
  /** Paths under which vocabularies state it, through nested properties. */
  paths: readonly (readonly string[])[]
  /** Types of the entities that an array or an object of this concept consists of. */
  types: readonly string[]
}

/** Id and kind; names; paths; entity types. */
type Line = readonly [id: string, kind: ConceptKind, names: string, paths?: string | undefined, types?: string]

const lines: readonly Line[] = [
  ['price', 'price', 'price, current price, sale price, final price, price amount, amount, cost, fee, low price, price value, price now, unit price, preis, einzelpreis, gesamtpreis, verkaufspreis, prix, precio, prezzo, preço, prijs, pris, cena, цена, 価格, 値段, 税込価格, 料金', 'price offers.price offers.priceSpecification.price offers.lowPrice offers.offers.price priceSpecification.price'],
  ['oldPrice', 'price', 'old price, original price, regular price, list price, was price, compare at price, previous price, price before, rrp, msrp, uvp, strike price, high price, alter preis, statt, streichpreis, prix barré, ancien prix, precio anterior, 定価, 通常価格', 'offers.priceSpecification.price'],
  ['currency', 'currency', 'currency, price currency, currency code, salary currency, währung, devise, moneda, valuta, 通貨', 'priceCurrency offers.priceCurrency offers.priceSpecification.priceCurrency offers.offers.priceCurrency priceSpecification.priceCurrency'],
  ['name', 'heading', 'name, title, headline, heading, label, product name, produktname, bezeichnung, titel, titre, nom, título, nombre, nome, titolo, naam, naslov, название, タイトル, 商品名, 名前, 名称, 氏名'],
  ['description', 'text', 'description, summary, abstract, excerpt, intro, introduction, teaser, about, overview, subtitle, lead, standfirst, snippet, blurb, dek, synopsis, bio, biography, beschreibung, zusammenfassung, kurzbeschreibung, résumé, descripción, resumen, descrizione, descrição, omschrijving, 説明, 概要, 商品説明, описание'],
  ['body', 'text', 'article body, body, content, txt, msg, comment, comment content, text, full text, message, review body, comment text, post text, job description, inhalt, contenu, contenido, 本文', 'articleBody reviewBody text description'],
  ['author', 'person', 'author, authors, by, byline, writer, creator, written by, posted by, contributor, reviewer, user, username, poster, commenter, who, nick, nickname, screen name, display name, member, guest, customer, kunde, autor, autorin, auteur, autore, auteure, verfasser, von, par, por, citation author, dc creator, автор, 著者, 作者, 筆者, 投稿者', undefined, 'Person'],
  ['published', 'date', 'date published, published, publish date, published at, published on, publication date, published date, publishing date, published time, pub date, date, posted, posted at, posted on, date posted, posted date, release date, released, released at, release, upload date, date created, created, created at, created time, datum, veröffentlicht, veröffentlicht am, erscheinungsdatum, publié le, date de publication, fecha, fecha de publicación, publicado, data, data di pubblicazione, citation publication date, citation date, dc date, issued, 公開日, 発売日, 日付, 投稿日, 掲載日, дата', 'datePublished uploadDate dateCreated datePosted'],
  ['modified', 'date', 'date modified, modified, modified at, updated, updated at, updated on, last updated, last modified, modified time, updated time, last update, last publish, aktualisiert, zuletzt aktualisiert, stand, mis à jour, actualizado, aggiornato, 更新日, 最終更新日'],
  ['start', 'date', 'start date, start, starts at, starts, start time, begins, begin, date, event date, when, date time, datetime, time, beginn, datum, termin, wann, début, inicio, fecha, fecha de inicio, inizio, data, door time, 開催日, 開始日, 日時'],
  ['end', 'date', 'end date, end, ends at, ends, end time, finish, until, ende, bis, fin, fecha de fin, fine, 終了日'],
  ['deadline', 'date', 'valid through, deadline, application deadline, closing date, closes, apply by, expires, expires at, expiry, expiration date, bewerbungsfrist, bewerbungsschluss, frist, date limite, fecha límite, scadenza, 締切, 応募締切', 'validThrough offers.validThrough priceValidUntil'],
  ['birthDate', 'date', 'birth date, date of birth, born, birthday, dob, geboren, geburtsdatum, né le, naissance, nacimiento, 生年月日'],
  ['image', 'picture', 'image, images, picture, pictures, photo, photos, image url, photo url, main image, cover, cover image, thumbnail, thumbnail url, poster, logo, avatar, gallery, icon, bild, bilder, foto, fotos, imagen, immagine, 画像, 写真, image src'],
  ['url', 'link', 'url, link, href, web page, permalink, canonical url, canonical, detail url, details url, page url, source url, lien, enlace, リンク'],
  ['website', 'link', 'website, homepage, home page, web site, web, site, webseite, internetseite, site web, site internet, sitio web, página web, sito web, ウェブサイト, ホームページ'],
  ['sameAs', 'link', 'same as, social, social links, profiles, social media, social profiles'],
  ['rating', 'rating', 'rating, rating value, average rating, stars, score, review rating, overall rating, avg rating, aggregate rating, bewertung, note, puntuación, valoración, valutazione, 評価', 'ratingValue aggregateRating.ratingValue reviewRating.ratingValue starRating.ratingValue'],
  ['bestRating', 'rating', 'best rating, max rating, rating max, rating scale', 'bestRating aggregateRating.bestRating reviewRating.bestRating'],
  ['reviewCount', 'count', 'review count, rating count, ratings count, number of reviews, reviews count, num reviews, total reviews, reviews, ratings total, number of ratings, rating total, bewertungen, anzahl bewertungen, avis, nombre d avis, reseñas, recensioni, レビュー数, クチコミ数', 'aggregateRating.reviewCount aggregateRating.ratingCount reviewCount ratingCount'],
  ['reviews', 'list', 'reviews, review, customer reviews, testimonials, bewertungen, rezensionen, kundenbewertungen, avis, reseñas, opiniones, レビュー, クチコミ', undefined, 'Review UserReview CriticReview'],
  ['availability', 'availability', 'availability, in stock, is available, available, stock, stock status, stock level, is in stock, delivery status, verfügbarkeit, lieferbar, lagerbestand, auf lager, verfügbar, disponibilité, disponibilidad, disponibilità, 在庫, 在庫状況', 'availability offers.availability offers.offers.availability'],
  ['sku', 'plain', 'sku, article number, item number, product code, part number, item no, article no, art no, ref, reference, model number, artikelnummer, artikelnr, art nr, bestellnummer, référence, réf, referencia, codice, 品番, 商品番号, 商品コード', 'sku productID mpn identifier'],
  ['productId', 'plain', 'product id, sku, article number, item number, product code, part number, item no, article no, art no, artikelnummer, artikelnr, art nr, bestellnummer, 品番, 商品番号, 商品コード', 'productID sku mpn identifier'],
  ['gtin', 'plain', 'gtin, gtin13, ean, ean13, barcode, upc, gtin8, gtin12, gtin14, ean code, JANコード', 'gtin13 gtin gtin14 gtin12 gtin8 offers.gtin13'],
  ['mpn', 'plain', 'mpn, manufacturer part number, herstellernummer, model, modell, modèle, modelo, modello, 型番'],
  ['isbn', 'plain', 'isbn, isbn13, isbn 13, isbn 10, isbn10', 'isbn workExample.isbn'],
  ['brand', 'plain', 'brand, manufacturer, make, maker, vendor, brand name, marke, hersteller, marque, fabricant, marca, fabricante, merk, marchio, メーカー, ブランド'],
  ['seller', 'plain', 'seller, merchant, sold by, shop, store, verkäufer, händler, vendeur, vendedor', 'offers.seller seller'],
  ['condition', 'plain', 'condition, item condition, zustand, état, estado, 状態', 'itemCondition offers.itemCondition'],
  ['offers', 'list', 'offers, offer, variants, options, prices, angebote, varianten', undefined, 'Offer AggregateOffer'],
  ['category', 'plain', 'category, categories, section, article section, genre, genres, topic, topics, department, kategorie, rubrik, ressort, catégorie, rubrique, categoría, sección, categoria, カテゴリ, カテゴリー, ジャンル', 'articleSection category genre applicationCategory recipeCategory'],
  ['tags', 'plain', 'tags, tag, keywords, keyword, article tag, labels, topics, schlagwörter, schlagworte, stichwörter, mots clés, etiquetas, palabras clave, タグ, キーワード'],
  ['breadcrumbs', 'list', 'breadcrumbs, breadcrumb, breadcrumb list, category path, path, trail, navigation path', undefined, 'BreadcrumbList'],
  ['ingredients', 'plain', 'ingredients, recipe ingredient, ingredient, ingredient list, zutaten, ingrédients, ingredientes, ingredienti, 材料'],
  ['steps', 'text', 'instructions, recipe instructions, steps, step, directions, method, preparation, how to make, zubereitung, anleitung, arbeitsschritte, préparation, étapes, elaboración, preparación, pasos, instrucciones, preparazione, procedimento, 作り方, 手順', 'recipeInstructions step steps recipeInstructions.itemListElement'],
  ['cookTime', 'duration', 'cook time, cooking time, baking time, cook, kochzeit, backzeit, koch backzeit, temps de cuisson, cuisson, tiempo de cocción, cottura, tempo di cottura, 調理時間'],
  ['prepTime', 'duration', 'prep time, preparation time, prep, vorbereitungszeit, vorbereitung, arbeitszeit, temps de préparation, tiempo de preparación, tempo di preparazione, 準備時間'],
  ['totalTime', 'duration', 'total time, total, ready in, gesamtzeit, zeit, temps total, tiempo total, tempo totale, 所要時間'],
  ['duration', 'duration', 'duration, length, running time, runtime, run time, time required, playtime, dauer, laufzeit, spieldauer, durée, duración, durata, 上映時間, 再生時間, 時間', 'duration timeRequired'],
  ['yield', 'plain', 'recipe yield, yield, servings, serves, portions, makes, portionen, personen, für, anzahl portionen, nombre de personnes, pour, porciones, raciones, comensales, porzioni, 分量, 人分'],
  ['cuisine', 'plain', 'cuisine, recipe cuisine, serves cuisine, küche, cuisines, cocina, cucina, 料理'],
  ['calories', 'plain', 'calories, kcal, energy, kalorien, brennwert, calorías, カロリー', 'nutrition.calories calories'],
  ['venue', 'plain', 'venue, location, place, location name, venue name, where, veranstaltungsort, ort, lieu, lugar, luogo, recinto, sede, 会場, 場所, 開催場所', 'location.name location'],
  ['jobLocation', 'plain', 'location, job location, workplace, work location, office, standort, arbeitsort, einsatzort, lieu de travail, ubicación, sede di lavoro, 勤務地', 'jobLocation.address.addressLocality jobLocation.name jobLocation'],
  ['organizer', 'plain', 'organizer, organiser, host, organized by, organised by, veranstalter, organisateur, organizador, organizzatore, 主催, 主催者'],
  ['performer', 'plain', 'performer, performers, artist, artists, lineup, by artist, interpret, künstler, artiste, artista, 出演, 出演者', 'performer performers byArtist', 'Person PerformingGroup MusicGroup'],
  ['address', 'plain', 'address, postal address, full address, street address, anschrift, adresse, dirección, indirizzo, endereço, adres, 住所, 所在地, адрес', 'address location.address jobLocation.address', 'PostalAddress'],
  ['street', 'plain', 'street address, street, address line, address line1, address line 1, address1, line1, straße, strasse, rue, calle, via, 番地', 'streetAddress'],
  ['city', 'plain', 'address locality, city, town, locality, municipality, stadt, ort, ville, ciudad, localidad, città, cidade, plaats, 市区町村, 市', 'addressLocality'],
  ['region', 'plain', 'address region, region, state, province, county, bundesland, région, provincia, estado, 都道府県', 'addressRegion'],
  ['postalCode', 'plain', 'postal code, postcode, zip, zip code, post code, plz, postleitzahl, code postal, código postal, cap, 郵便番号', 'postalCode'],
  ['country', 'plain', 'address country, country, country code, land, pays, país, paese, nation, 国', 'addressCountry'],
  ['latitude', 'plain', 'latitude, lat, breitengrad', 'latitude geo.latitude location.geo.latitude'],
  ['longitude', 'plain', 'longitude, lng, lon, long, längengrad', 'longitude geo.longitude location.geo.longitude'],
  ['telephone', 'telephone', 'telephone, phone, phone number, tel, telephone number, mobile, call, contact phone, telefon, telefonnummer, rufnummer, téléphone, teléfono, telefono, telefone, 電話, 電話番号, телефон', 'telephone contactPoint.telephone'],
  ['fax', 'telephone', 'fax, fax number, telefax, faxnummer, faxNumber, télécopie'],
  ['email', 'email', 'email, e mail, mail, email address, e mail address, contact email, e mail adresse, courriel, adresse e mail, correo, correo electrónico, メール, メールアドレス, почта', 'email contactPoint.email'],
  ['openingHours', 'plain', 'opening hours, hours, opening hours specification, open hours, business hours, opening times, öffnungszeiten, horaires, heures d ouverture, horario, orari, orario, 営業時間', 'openingHours openingHoursSpecification', 'OpeningHoursSpecification'],
  ['priceRange', 'plain', 'price range, preisklasse, gamme de prix, rango de precios, fascia di prezzo, 予算'],
  ['salary', 'price', 'salary, base salary, compensation, pay, salary range, wage, gehalt, vergütung, lohn, salaire, rémunération, salario, retribución, stipendio, 給与, 月給, 年収, 時給', 'baseSalary.value.value baseSalary.value baseSalary'],
  ['salaryMin', 'price', 'salary min, min salary, minimum salary, salary from, salary minimum, salary, gehalt, salaire, salario, 給与', 'baseSalary.value.minValue baseSalary.minValue'],
  ['salaryMax', 'price', 'salary max, max salary, maximum salary, salary to, salary maximum, salary, gehalt, salaire, salario, 給与', 'baseSalary.value.maxValue baseSalary.maxValue'],
  ['employer', 'plain', 'hiring organization, employer, company, company name, employer name, organization, organisation, firma, unternehmen, arbeitgeber, entreprise, employeur, empresa, azienda, 会社, 会社名, 企業名', 'hiringOrganization worksFor', 'Organization Corporation LocalBusiness'],
  ['employmentType', 'plain', 'employment type, job type, contract type, contract, type of employment, working time, work type, schedule, beschäftigungsart, anstellungsart, vertragsart, arbeitszeit, type de contrat, contrat, jornada, tipo de contrato, contratto, 雇用形態'],
  ['jobTitle', 'plain', 'job title, position, role, occupation, profession, beruf, funktion, poste, fonction, cargo, puesto, ruolo, posizione, 役職, 職種, 職業', 'jobTitle hasOccupation.name'],
  ['remote', 'plain', 'remote, is remote, job location type, home office, work from home, télétravail, teletrabajo', 'jobLocationType'],
  ['affiliation', 'plain', 'affiliation, works for, employer, institution, university, university name, institut, hochschule', 'worksFor affiliation'],
  ['questions', 'list', 'questions, faq, faqs, question list, questions and answers, q and a, qa, entries, fragen, häufige fragen, preguntas, domande, よくある質問, 質問', 'mainEntity', 'Question'],
  ['question', 'heading', 'question, q, frage, pregunta, domanda, 質問', 'name question'],
  ['answer', 'text', 'answer, a, accepted answer, response, reply, antwort, réponse, respuesta, risposta, 回答, 答え', 'acceptedAnswer.text suggestedAnswer.text acceptedAnswer answer.text'],
  ['answers', 'list', 'answers, replies, responses, suggested answer, accepted answer, antworten, réponses, respuestas, 回答', 'acceptedAnswer suggestedAnswer', 'Answer'],
  ['comments', 'list', 'comments, comment, replies, thread, kommentare, commentaires, comentarios, commenti, コメント', undefined, 'Comment UserComments'],
  ['commentCount', 'count', 'comment count, comments count, number of comments, num comments, reply count, replies count, answer count, anzahl kommentare'],
  ['votes', 'count', 'upvote count, upvotes, votes, likes, points, score, vote count, like count, helpful count, stimmen'],
  ['views', 'count', 'views, view count, play count, watch count, aufrufe, vues, visualizaciones, 再生回数'],
  ['downloads', 'count', 'downloads, download count, weekly downloads, installs, install count'],
  ['publisher', 'plain', 'publisher, publishing house, verlag, herausgeber, éditeur, maison d édition, editorial, editore, 出版社, citation publisher, dc publisher', 'publisher'],
  ['siteName', 'plain', 'site name, website name, source name, publication', 'publisher.name isPartOf.name'],
  ['pages', 'count', 'number of pages, pages, page count, seiten, seitenzahl, umfang, nombre de pages, páginas, número de páginas, pagine, ページ数'],
  ['language', 'plain', 'language, in language, lang, sprache, langue, idioma, lingua, taal, 言語'],
  ['bookFormat', 'plain', 'book format, format, binding, einband, format du livre, encuadernación, 判型'],
  ['director', 'person', 'director, directed by, regie, regisseur, réalisateur, réalisation, dirección, regia, 監督', undefined, 'Person'],
  ['actors', 'person', 'actor, actors, cast, starring, besetzung, darsteller, schauspieler, acteurs, distribution, reparto, interpreti, 出演', undefined, 'Person'],
  ['contentRating', 'plain', 'content rating, age rating, certificate, rated, fsk, altersfreigabe'],
  ['provider', 'plain', 'provider, offered by, school, anbieter, fournisseur, proveedor, 提供'],
  ['instructor', 'person', 'instructor, teacher, lecturer, trainer, speaker, speakers, dozent, dozentin, kursleitung, referent, formateur, enseignant, profesor, docente, 講師', 'instructor hasCourseInstance.instructor performer', 'Person'],
  ['version', 'plain', 'version, software version, latest version, current version, version number, release version, バージョン', 'softwareVersion version'],
  ['license', 'plain', 'license, licence, lizenz, licencia, licenza, ライセンス'],
  ['operatingSystem', 'plain', 'operating system, os, platform, platforms, system requirements, betriebssystem, système d exploitation, sistema operativo, 対応os'],
  ['repository', 'link', 'repository, code repository, repo, repository url, source code, source code url', 'codeRepository'],
  ['rank', 'count', 'rank, position, pos, place, no, nr, platz, rang, rg, clasificación, posición, posizione, 順位'],
  ['team', 'plain', 'team, club, team name, squad, mannschaft, verein, équipe, equipo, squadra, チーム'],
  ['played', 'count', 'played, matches, games, matches played, games played, p, mp, gp, pld, spiele, sp, joués, j, partidos, pj, 試合'],
  ['won', 'count', 'won, win, w, siege, s, gagnés, ganados, pg, vinte, 勝'],
  ['drawn', 'count', 'drawn, draw, tied, ties, d, unentschieden, u, nuls, empatados, pe, 分'],
  ['lost', 'count', 'lost, loss, losses, l, defeats, niederlagen, n, perdus, perdidos, pp, 敗'],
  ['points', 'count', 'points, pts, pkt, punkte, pkte, puntos, punti, 勝点'],
  ['goalsFor', 'count', 'goals for, gf, f, goals scored, goals'],
  ['goalsAgainst', 'count', 'goals against, ga, a, goals conceded'],
  ['goalDifference', 'count', 'goal difference, gd, diff, difference, tordifferenz, 得失点'],
  ['high', 'plain', 'high, high temperature, temperature high, max temperature, temp max, max temp, day high, max, maximum, höchstwert, tageshoch, hoch, maxima, 最高'],
  ['low', 'plain', 'low, low temperature, temperature low, min temperature, temp min, min temp, day low, min, minimum, tiefstwert, tief, minima, 最低'],
  ['conditions', 'plain', 'conditions, condition, weather, forecast, summary, outlook, wetter, temps, tiempo, 天気'],
  ['precipitation', 'plain', 'precipitation, rain, chance of rain, rain chance, precipitation probability, niederschlag, regen, pluie, lluvia, 降水確率'],
  ['wind', 'plain', 'wind, wind speed, vent, viento, vento, 風'],
  ['departure', 'plain', 'departure, departs, departure time, dep, leaves, abfahrt, ab, départ, salida, partenza, 出発'],
  ['arrival', 'plain', 'arrival, arrives, arrival time, arr, ankunft, an, arrivée, llegada, arrivo, 到着'],
  ['platform', 'plain', 'platform, track, gate, gleis, quai, voie, andén, vía, binario, 番線'],
  ['height', 'plain', 'height, höhe, hauteur, altura, altezza, 高さ'],
  ['width', 'plain', 'width, breite, largeur, anchura, ancho, larghezza, 幅'],
  ['depth', 'plain', 'depth, tiefe, profondeur, profundidad, fondo, profondità, 奥行'],
  ['weekday', 'plain', 'day, day of week, weekday, days, tag, wochentag, jour, día, giorno, 曜日', 'dayOfWeek'],
  ['opens', 'plain', 'opens, open, opening, opening time, opens at, from, öffnet, geöffnet, von, ouverture, ouvre, apertura, abre, 開店', 'opens'],
  ['closes', 'plain', 'closes, close, closing, closing time, closes at, to, schließt, bis, fermeture, ferme, cierre, cierra, chiusura, 閉店', 'closes'],
  ['color', 'plain', 'color, colour, farbe, couleur, colore, カラー, 色'],
  ['material', 'plain', 'material, materials, werkstoff, matière, matériau, materiale, 素材, 材質'],
  ['weight', 'plain', 'weight, gewicht, poids, peso, 重量, 重さ'],
  ['size', 'plain', 'size, größe, taille, talla, tamaño, taglia, サイズ'],
  ['dimensions', 'plain', 'dimensions, abmessungen, maße, masse, größe, dimensiones, medidas, dimensioni, 寸法, 外形寸法'],
  ['warranty', 'plain', 'warranty, guarantee, garantie, gewährleistung, garantía, garanzia, 保証, 保証期間'],
  ['bedrooms', 'count', 'bedrooms, beds, number of bedrooms, bedroom count, schlafzimmer, chambres, dormitorios, habitaciones, camere', 'numberOfBedrooms'],
  ['bathrooms', 'count', 'bathrooms, baths, number of bathrooms total, number of bathrooms, badezimmer, bäder, salles de bain, baños, bagni', 'numberOfBathroomsTotal numberOfBathrooms'],
  ['rooms', 'count', 'rooms, number of rooms, zimmer, anzahl zimmer, pièces, nombre de pièces, locali, 間取り', 'numberOfRooms'],
  ['area', 'plain', 'area, floor size, living area, floor area, square meters, sqm, square feet, sqft, surface, superficie, wohnfläche, fläche, surface habitable, metri quadri, 面積, 専有面積', 'floorSize.value floorSize'],
  ['yearBuilt', 'count', 'year built, built, construction year, baujahr, année de construction, año de construcción, anno di costruzione, 築年'],
  ['mileage', 'count', 'mileage, odometer, kilometers, mileage km, mileage from odometer, kilometerstand, laufleistung, kilométrage, kilometraje, chilometraggio, 走行距離', 'mileageFromOdometer.value mileageFromOdometer'],
  ['year', 'count', 'year, model year, vehicle model date, production date, year of manufacture, first registration, jahr, erstzulassung, année, año, anno, 年式, 年', 'vehicleModelDate modelDate productionDate dateVehicleFirstRegistered'],
  ['fuel', 'plain', 'fuel, fuel type, kraftstoff, kraftstoffart, treibstoff, carburant, combustible, alimentazione, 燃料'],
  ['transmission', 'plain', 'transmission, vehicle transmission, gearbox, getriebe, boîte de vitesses, boîte, transmisión, cambio, 変速機'],
  ['doi', 'plain', 'doi, citation doi'],
  ['journal', 'plain', 'journal, journal title, citation journal title, zeitschrift, revue, revista, rivista, is part of', 'isPartOf.name isPartOf.isPartOf.name'],
  ['volume', 'plain', 'volume, volume number, citation volume, band, vol'],
  ['issue', 'plain', 'issue, issue number, citation issue, number, heft, ausgabe, numéro'],
  ['wordCount', 'count', 'word count, words, wörter'],
  ['results', 'list', 'results, items, entries, list, data, records, rows, search results, listings, hits, elements, ergebnisse, treffer, einträge, résultats, resultados, risultati, 結果', 'itemListElement', 'ItemList'],
  ['related', 'list', 'related products, related, related items, similar products, similar, recommended, recommended products, recommendations, related articles, related posts, you may also like, you might also like, customers also bought, see also, ähnliche produkte, ähnliche artikel, das könnte ihnen auch gefallen, das könnte dich auch interessieren, kunden kauften auch, vous aimerez aussi, produits similaires, también te puede interesar, productos relacionados, prodotti correlati, potrebbe interessarti anche, 関連商品, 関連記事', undefined, 'Product NewsArticle BlogPosting Article'],
  ['products', 'list', 'products, product list, goods, produkte, artikel, produits, productos, prodotti, 商品, 商品一覧', 'itemListElement', 'Product'],
  ['events', 'list', 'events, event list, upcoming events, veranstaltungen, termine, événements, eventos, eventi, イベント', 'event events subEvent itemListElement', 'Event MusicEvent'],
  ['jobs', 'list', 'jobs, vacancies, openings, positions, job listings, stellen, stellenangebote, offres, empleos, ofertas, 求人', 'itemListElement', 'JobPosting'],
  ['articles', 'list', 'articles, posts, stories, news, headlines, blog posts, beiträge, nachrichten, noticias, 記事, ニュース', 'itemListElement blogPost', 'Article NewsArticle BlogPosting'],
  ['people', 'list', 'people, persons, members, team, staff, employees, team members, personen, mitglieder, mitarbeiter, mitarbeitende, ansprechpartner, équipe, personas, equipo, persone, メンバー', 'member employee employees members', 'Person'],
  ['episodes', 'list', 'episodes, episode list, folgen, épisodes, episodios, エピソード', 'episode itemListElement hasPart', 'Episode PodcastEpisode TVEpisode'],
  ['menu', 'list', 'menu, menu items, dishes, menu sections, speisekarte, gerichte, carte, plats, platos, piatti, メニュー', 'hasMenu.hasMenuSection.hasMenuItem hasMenu.hasMenuItem hasMenuItem menu.hasMenuItem', 'MenuItem'],
  ['releases', 'list', 'releases, versions, changelog, release notes, changes, versionen, änderungen'],
  ['specifications', 'list', 'specifications, specs, attributes, features, properties, additional property, technical data, details, technische daten, eigenschaften, merkmale, caractéristiques, especificaciones, características, caratteristiche, specifiche, 仕様, スペック', 'additionalProperty', 'PropertyValue'],
] // prettier-ignore

const listOf = (text: string | undefined, separator: string): string[] =>
  text === undefined ? [] : text.split(separator).map((part) => part.trim())

/** All concepts. */
const concepts: readonly Concept[] = lines.map(([id, kind, names, paths, types]) => ({
  id,
  kind,
  keys: [...new Set(listOf(names, ',').map(keyOf))],
  paths: listOf(paths, ' ').map((path) => path.split('.').map(keyOf)),
  types: listOf(types, ' '),
}))

const byKey = new Map<string, Concept[]>()
for (const concept of concepts) {
  for (const key of concept.keys) byKey.set(key, [...(byKey.get(key) ?? []), concept])
}

/** Returns the possible meanings of a key, the most common one first. */
export const conceptsOf = (key: string): readonly Concept[] => byKey.get(key) ?? []
