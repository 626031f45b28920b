import { LEXICON } from './lexicon.ts'

// Frames: phrases that show that a sentence is not a cry for help. They match the words of `plainWords`, each followed
// by a space.
/** Requests for information: signs, causes, meanings, numbers. */
const INFORMATION =
  /(?<= )(?:what is (?:self harm|anaphylactic|anaphylaxis|sepsis|suicide|meningitis|an? [a-z]+|[a-z]+ poisoning) $|(?:what|which) (?:is|are|was|were|do|does|did|causes?|would|could|can) (?!(?:i do|we do|do i|should|happening|wrong|going))(?:the |some |a |an |typical |common |early |main |first |happens )*(?:sign|signs|symptom|symptoms|cause|causes|cause|difference|meaning|definition|risk|risks|chance|chances|history|law|penalty|rate|rates|statistics|best|treatment|treatments|long|purpose|survival|effects?|stages?|types?|mean|feel|like|happens?) |(?:sign|signs|symptom|symptoms|cause|causes|risk|risks|history|prevention|definition|chance|chances|statistics|percentage|likelihood|odds|fear|phobia|dangers?|survivors?|victims?|awareness|anatomy) (?:of|for|factors?) |how (?:do i (?:talk|write|speak|learn|stop worrying)|common|likely|long does|many people|often do|dangerous|does (?!(?:my|he|she) )|do (?:people|doctors|you (?:tell|know|recognize|recognise|spot|treat|prevent|avoid|help|handle|deal|support|talk|care))|can (?:i|you|we|one) (?:tell|know|recognize|recognise|spot|prevent|avoid|lower|reduce|support)|do i (?:tell|know|recognize|recognise|spot|prevent|avoid|lower|reduce|support|deal with|explain|teach|protect|help (?:a|someone|somebody))|to (?:tell|know|recognize|recognise|spot|treat|prevent|avoid|lower|reduce|write|draw|support|help (?:a|someone|somebody)))|tell me (?:about|the|what(?! (?:to|i should|should i|can i) ))|explain|define|describe |what (?:helps|happens|does|causes|makes)|what is (?:a|an|the) (?!(?:point|matter|use) )|why (?:do|does|did|are|is (?:it|there)) (?:people|someone|a|an|the|humans|babies|it|there)|(?:can|could|does|do|will|would) (?:a|an|the|people|stress|anxiety|you|eating|drinking|coffee|too much|[a-z]+ing) (?:[a-z]+ ){0,4}(?:cause|lead to|trigger|prevent|die from|die of|survive|increase)|is (?:it|there) (?:dangerous|safe|normal|possible|legal|illegal|true|bad|ok|okay|a cure|a vaccine|any risk|common) |what if |imagine |suppose |hypothetically|(?:in case of|in case) |when (?:a person|someone|somebody|people|you|one|a child|a baby) |should (?:a person|people|someone|you)|(?:prevent|preventing|avoid|avoiding|(?<!not )(?:recognize|recognise)|recognizing|recognising) |difference between |(?:learn|learning|read|reading|know more|curious|wondering|interested|article|question|quiz|class|course|lecture|training|research|study|studying) (?:about|on|in|how|why|what) )/
/** "If someone …": not happening here and now. */
const HYPOTHETICAL =
  /(?<= )(?:if|in case|when|whenever|unless|before|should) (?:someone|somebody|anyone|anybody|a|an|people|one|you|your|there is|there was|the|it|they|i (?:get|got|have|had|were|was|see|saw|find|found|ever|am)|my [a-z]+ (?:gets?|got|has|had|ever|is ever|were|was|swallows?|eats?|drinks?|starts?|stops?|faints?|falls?|hits?|collapses|catches|chokes)) /
const ABOUT_OTHERS =
  /(?<= )(?:if|when|whenever|in case|before|should) (?:someone|somebody|anyone|anybody|a|an|people|one|you|my [a-z]+ (?:ever|says|said|is|was|gets|feels)) /
/** Stories, films, dreams and other fiction. */
const FICTION =
  /(?<= )(?:movie|movies|film|films|novel|novels|book|books|story|stories|poem|poems|song|songs|lyrics|game|games|episode|show|series|character|characters|protagonist|villain|scene|dream|dreamed|dreamt|nightmare|nightmares|documentary|play|fiction|fictional|essay|headline|headlines|news|article|podcast|joke|jokes|quote|quotes|screenplay|script|minecraft|fortnite|gta|dnd|shakespeare|hamlet|macbeth|romeo|titanic|anime|manga|historical|history|museum|roleplay|exam|quiz|crossword|riddle|simulation|drill|translate|translation|pronounce|spell|synonym|sentence|grammar|idiom|phrase) /
const LONG_AGO =
  /(?<= )(?:(?:years|year|decades|months|ages|centuries|weeks) (?:ago|earlier|back|later)|long ago|a while (?:ago|back)|last (?:year|month|decade|century|spring|summer|winter|autumn|fall)|in (?:1[5-9]|20)\d\d|back in|when i was (?:a|young|little|small|younger|\d+|[a-z]+ years|in|ten|five|six|seven|eight|twelve|growing)|used to|as a (?:child|kid|boy|girl|teenager)|once had|survived|recovered|recovering|recovery|passed away|died (?:of|from|in|last|years)|late (?:husband|wife|father|mother)|previously|already (?:home|better|fine)|(?:is|am|are) (?:fine|better|ok|okay|doing well|all right|recovered|safe) now|after (?:his|her|my|their|a|the) (?:[a-z]+ )?(?:stroke|heart attack|surgery|accident|seizure|overdose|crash)) /
/** Words that make an old or general matter a present one. */
const NOW =
  /(?<= )(?:right now|now|just|help|please|at the moment|this minute|still|again|today|tonight|suddenly|minutes ago|minute ago|hour ago|quick|quickly|hurry|urgent|immediately|what do i do|what should i do|scared) /
const PRESENT_SIGN =
  /(?<= )(?:is|are|am|'s) (?:[a-z]+ )?(?:[a-z]{3,}ing|unconscious|blue|on fire|stuck|trapped|numb|swollen|not breathing|not responding|not moving|not waking) /
/** A denial before a sign or within it: "not having a heart attack". */
const DENIED =
  /(?<= )(?:not|never|no|nobody|none|without|is not|no one is|am not|are not|isnt|nothing like|do not think (?:i|he|she|it)(?: am| is| are)?|do not have|does not have|do not feel|hardly|stop saying|far from) (?:a |an |really |actually |even |currently |at all |being |having |feeling |in |any |going to |planning to |want to |wanting to |thinking about |thinking of |saying i am |the )*$/
/** What follows is said about a thing: "The printer is choking". */
const OF_A_THING =
  /(?<= )(?:printer|printers|fan|engine|laptop|computer|phone|server|app|site|website|team|market|stock|stocks|price|prices|economy|motor|mower|lawnmower|vacuum|pump|router|console|system|software|program|drain|sink|carburetor|referee|ref|toilet|plant|plants|dryer|souffle|cake|deal|project|startup|budget|wallet|battery|guitar|traffic|database|script|modem|drive|fridge|heater|exhaust|muffler|cpu|pc|mac|windshield|order|blender|watch|robot|tablet|keyboard|browser|checkout|portfolio|company|business|government|party|club) (?:(?:is|are|was|keeps|kept|just|dead|frozen|has|have|makes|made|making|a|an|weird|strange|so|really|sounds|like|it|will|would|does|did|'s|and) )*$/
/** Idioms, in which grave words have a harmless meaning. */
const IDIOM =
  /(?<= )(?:(?:laugh|laughed|laughing|cried|crying) (?:so|too) (?:hard|much)|choking up|choked up|chokes me up|(?:stabbed|stabs|stabbing) (?:me|him|her|us|them) in the back|by the (?:referee|ref|umpire|casino|taxman|dentist)|(?:of|with|from) (?:boredom|laughter|laughing|embarrassment|shame|curiosity|jealousy|joy|envy|cuteness|excitement|cringe)|(?:to|half to) (?:bored|death (?:with|by|of)|bits)|bored to death|through (?:my|his|her|the|one) nose|(?:because of|from|with) (?:my|this|his|her|a) (?:cold|flu|mask|allergies|hay fever)|in (?:the|my|this|our) (?:game|match|exam|quarter|season|polls|first half|second half)|lol|haha|hahaha|lmao|rofl|jk|just kidding|so to speak|figuratively|metaphorically|(?:after|during|from) (?:a |the |my |our )?(?:workout|bench|gym|leg day|yoga|marathon|run|pilates|training|hike|squats)|(?:would|could|might|id) (?:kill|die|murder) for|homework|deadline|deadlines|birthday (?:present|gift)|urgent help with|wedding|die (?:my|his|her|their|the) hair|dying inside|(?:order|parcel|package|delivery|refund) (?:must|has to|needs to|should)|emergency of|braces|(?:barbecue|bbq|campfire|candle|incense|fog machine)|laughed (?:about|at) it|bleed(?:ing|s)? (?:[a-z]+ ){0,2}(?:cash|money|customers|clients|users|talent|funds)|pins and needles (?:from|after)|(?:suffocating|drowning|buried) (?:me )?(?:in|under|with) (?:[a-z]+ )?(?:meetings|paperwork|work|laundry|emails|bills|debt|chores|homework)|on fire (?:on|in) (?:the |her |his |my )?(?:stage|dance|career|court|pitch|game|field)|(?:will|going to|gonna) (?:kill|murder) me (?:if|when) (?:i|she|he|they)|have a fit (?:when|if|about)|bite my head off|burning the|with kindness|laughed (?:until|till|so)|where (?:can|do) (?:i|we) (?:buy|get|find) (?:a|an|some)|can we meet|(?:quit|resign|with) my (?:boss|job)|should i quit|(?:carpet|carpets|rug|rugs)|(?:dog|cat|puppy|duck) followed|(?:queen|king|rook|bishop|pawn|knight) (?:is|was|gets|got)|(?:to|answer|respond to) my (?:email|emails|text|texts|message|messages|calls)|dropped out of|passed out flyers|accident report|took my (?:phone|keys|bike|car|jacket|luggage|umbrella|coat|bag) by mistake|cut (?:my|our|the) (?:spending|hair|budget|costs|losses|grass|lawn|hours|carbs|expenses|bill|bills|cake|bread|grocery)|from (?:the|my|our) grill bothers|the (?:potato|potatoes|steak|chicken|onion|onions|eggs|dough|garlic|mango) (?:with|in|for|until)|who pays|number (?:do|should|would) (?:i|you|one|we) (?:call|dial) (?:[a-z]+ ){0,5}in(?= [a-z]+ $)|how do i (?:cook|bake|flambe|fry|grill|boil|roast|store|clean|fix|cancel|reset|install|childproof|spell|translate)) /

/** Whether the sentence, despite its signs, is not about something that is happening to a person now. */
export function isHarmless(padded: string, alsoPast: boolean): boolean {
  if (FICTION.test(padded) || IDIOM.test(padded)) return true
  const isNow = NOW.test(padded)
  if (
    !alsoPast &&
    LONG_AGO.test(padded) &&
    !/(?<= )(?:right now|still|again|now|minutes ago|what do i do) /.test(padded)
  )
    return true
  if (INFORMATION.test(padded)) return !(isNow && PRESENT_SIGN.test(padded) && /(?<= )(?:my|i|he|she|me) /.test(padded))
  // A condition does not make it harmless: people speak of suicide in words such as "if I was gone".
  if (alsoPast) return ABOUT_OTHERS.test(padded) && !isNow
  if (HYPOTHETICAL.test(padded)) return !PRESENT_SIGN.test(padded)
  return false
}

const PEOPLE: ReadonlySet<string> = new Set(
  ['other', 'family', 'child', 'person', 'self'].flatMap((concept) => LEXICON[concept]?.split(/\s+/) ?? []),
)

/** How many words before a sign are read for a denial. */
const BEFORE_WORDS = 8

function before(words: readonly string[], at: number, count: number): string {
  return ` ${words.slice(Math.max(0, at - count), at).join(' ')} `
}

/** Whether the words before a sign deny it. */
export function isDenied(words: readonly string[], at: number): boolean {
  return at > 0 && DENIED.test(before(words, at, BEFORE_WORDS))
}

/** Whether the sign that begins here is said about a thing. */
export function isOfAThing(words: readonly string[], at: number): boolean {
  return at > 0 && !PEOPLE.has(words[at] ?? '') && OF_A_THING.test(before(words, at, 4))
}

/**
 * Questions about what is allowed or usual. A sign within such a question still counts, since signs are unambiguous,
 * but the question counts against what only the words together suggest.
 */
const ASKING =
  /(?<= )(?:(?:can|may|should|could) (?:i|she|he|they|we|you|my [a-z]+) (?:safely |still |really )?(?:eat|drink|take|have|use|mix|combine|freeze|exercise|drive|fly|wear|add|put|sue|claim|return|get my|bring)|how (?:do|can|should|would) (?:i|we|you) (?:make|get my|teach|choose|train|draw|write|remove|wash|store|keep|buy|file|plan|stop my)|who pays|which |how (?:many|much|often|old|long|big|expensive) |what (?:kind|type|size|age|colour|color|brand|time|number) |is (?:that|this|it) normal|any tips|tips for|recommend|recommendations|recipe|exercises?|at (?:chess|cards|monopoly|tennis|checkers|poker|golf|basketball|everything|sports|games?|video games|mario kart|scrabble|math)|every game|early|for (?:school|work|class|practice|church)|on time|in the mornings?) /

export function isAsking(padded: string): boolean {
  return ASKING.test(padded)
}
