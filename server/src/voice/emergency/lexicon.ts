/**
 * Words by the concept that they stand for. Words are compared by their stems (`stemOf`); `_` joins the words of an
 * expression. A word may belong to several concepts.
 */
export const LEXICON: Readonly<Record<string, string>> = {
  self: 'i me myself we us mine im',
  my: 'my our',
  child: `baby toddler newborn infant son daughter child children kid boy girl grandson granddaughter grandchild niece nephew little_one twins twin
    teenager teen kiddo bairn stepson stepdaughter babies lad lass tot youngest eldest schoolgirl schoolboy pupil`,
  family: `mother father grandmother grandfather husband wife partner boyfriend girlfriend fiance fiancee aunt auntie uncle brother sister cousin parents
    grandparents stepdad stepmom stepfather stepmother spouse missus ex madre hubs bro sis sibling nonna opa oma great_aunt`,
  other: `he she they him her them his their someone somebody`,
  person: `friend mate neighbor neighbour roommate flatmate housemate colleague coworker man woman guy lady person lad bloke passenger buddy pal
    stranger dude gentleman people lodger resident girl patient cyclist pedestrian diver climber worker guest driver rider`,
  elderly: 'grandmother grandfather elderly 70 75 78 80 82 85 88 90 old',
  heart: 'heart pulse heartbeat palpitation ticker',
  chest: 'chest rib ribcage breastbone sternum breast lung',
  jaw: 'jaw shoulder shoulder_blade left_arm',
  head: 'head skull forehead temple brain scalp concussion',
  face: 'face mouth cheek eyelid smile lip eye pupil half side one_side',
  airway: 'throat tongue lip windpipe airway neck gullet',
  limb: 'arm leg hand finger foot feet wrist thumb thigh ankle knee elbow toe limb',
  vitalpart: 'neck wrist throat artery vein eye',
  belly: 'stomach belly abdomen tummy gut side guts pelvis womb',
  skin: 'skin palm back body lap chest',
  sight: 'see sight vision blind double blurry blurred eye',
  pain: 'pain hurt ache aching agony agonizing cramp stinging sore painful excruciating stabbing screaming',
  pressure: `tight tightness crushing crush squeeze squeezing pressure heavy weight elephant band clamp vice vise gripping brick strap sitting squashing
    tightening`,
  spread: 'spread going shooting radiate down into travel',
  colour: 'grey gray blue purple pale white ashen yellow bluish greyish colour color mottled green pasty red dark',
  sweat: 'sweat sweating sweaty clammy soaked drenched dripping cold_sweat',
  breath: `breathe breath gasp wheeze pant puff air lung suffocate oxygen breathless short_of winded hyperventilate puffing rasping gurgle breathing airless`,
  asthma: 'asthma inhaler puffer asthmatic nebuliser nebulizer spacer',
  choke: 'choke gag lodged windpipe heimlich gagging splutter',
  stuck: 'stuck lodged jammed wedged caught trapped',
  smallthing: `grape bead coin marble sweet candy peanut nut bone lego toy button popcorn sausage hotdog steak meat carrot apple food bite piece
    chunk battery magnet lid cap pen_lid crisp toast bread chicken fishbone`,
  throttle: 'cough cry swallow',
  blood: 'blood bleed bloody haemorrhage hemorrhage nosebleed clot bleeding',
  flow: 'pump pour gush spurt squirt soak spray pool puddle drip through everywhere loads streaming flow bucket towel bandage tissue everywhere heavily keeps_coming',
  wound: `cut gash slash slit slice stab wound pierce impale sever chop chainsaw saw glass knife blade deep bone tore torn rip amputated open artery
    stabbed shot bullet machine machinery jaws`,
  swell:
    'swell swollen puffy hives bumps welt rash itch itchy lump puffed blotchy balloon fat closing tingling puffing',
  rash: 'rash spot dot bruise blotch fade glass blotches purple pinprick mark tumbler blanch bruising',
  allergen: `nut peanut cashew almond shrimp prawn shellfish crab lobster bee wasp hornet sting stung penicillin antibiotic egg sesame milk kiwi
    pistachio walnut latex amoxicillin satay cookie pesto`,
  allergy: 'allergy allergic anaphylaxis anaphylactic epipen hives reaction antihistamine',
  vomit:
    'vomit vomited vomiting puke puking throwing_up threw_up being_sick been_sick retching sick_up nauseous nausea sick',
  fever: 'fever temperature burning_up boiling hot chills feverish 39 40 41 103 104 105 shivering',
  stiffneck: 'neck light headache stiff stiff_neck bright',
  illness:
    'stroke heart_attack meningitis sepsis pneumonia aneurysm anaphylaxis convulsion cardiac_arrest mini_stroke concussion',
  fit: `fit seizure convulse convulsing jerk jerking twitch twitching shake shaking thrash spasm stiff rigid foam froth rolled_back epileptic epilepsy
    tremor fitting trembling foaming dribbling drooling frothing staring`,
  faint: `faint fainted collapse unconscious unresponsive limp floppy lifeless slump slumped keel keeled passed_out black_out blacked_out dizzy lightheaded
    woozy drowsy sleepy drop dropped knocked_out out_cold motionless comatose face_down gone_down toppled crumpled conscious snoring groggy flopped
    unwakeable flop floor lying slumped_over drooped`,
  speech:
    'slur slurred word talk speak sentence mumble gibberish nonsense rubbish babble drunk jumbled garbled speech talking speaking',
  confused: `confused muddled delirious disoriented recognise recognize remember same_question confusion sense hallucinate raving what_day who_i
    forget not_himself not_herself rambling`,
  weak: 'numb weak dead tingle droop drooping hanging sag sagging lopsided paralysed paralyzed limp slide tingly floppy slack useless fell gone_down',
  vital: 'wake breathe respond answer stir awake open rouse conscious react pulse responding reply woke waking',
  bodyverb:
    'move talk speak walk stand swallow feel see lift smile hold sit get_up cry feed drink cough kick bend grip raise pee',
  odd: 'funny weird weirdly strange odd wrong different strangely bad badly properly funny_noises noise',
  poison: `bleach detergent antifreeze cleaner pesticide weedkiller weed_killer insecticide gasoline petrol thinner turpentine kerosene battery batteries
    magnet sanitizer acetone ammonia disinfectant lysol windex mothball poison poisonous descaler lye chlorine acid pod unblocker dishwasher_tablet
    washing_liquid dish_soap washing_up_liquid toilet_cleaner oven_cleaner drain_cleaner nail_polish perfume lighter_fluid rat_poison slug_pellet
    under_the_sink cleaning_stuff cleaning_spray paint white_spirit chemical toilet_stuff fabric_softener laundry dishwasher vape_juice fumes stain_remover paint_stripper brake_fluid mouthwash cleaning_product household_product lamp_oil liquid tide_pod hand_gel`,
  plantpoison: 'mushroom berry berries toadstool foxglove nightshade death_cap oleander laburnum ivy',
  medicine: `pill tablet medicine paracetamol tylenol ibuprofen aspirin xanax oxycodone opioid painkiller antidepressant insulin benadryl sedative valium benzos
    percocet adderall morphine codeine sertraline methadone blister capsule sleeping_pills medication dose iron_tablets gummies vitamins warfarin
    blood_thinner blood_thinners heart_pills sleepers`,
  drug: 'heroin fentanyl cocaine coke ketamine mdma ecstasy molly meth ghb needle drug spice pill acid lsd crack line weed edibles syringe',
  alcohol: 'vodka whisky whiskey alcohol drunk drink drank booze gin rum shots spirits',
  ingest: `swallow swallowed drink drank drunk eat ate eaten take took taken got_into get_into got_hold bite bitten chew chewed lick licked sip sipped gulp downed
    necked popped inhaled mouth bottle ingested mixed breathed sucked snort`,
  many: `whole all bottle handful packet box bunch entire twenty thirty forty fifty sixty dozen ten fifteen hundred too_much too_many lots loads
    every double twice half_empty empty tub pack strip so_many most_of #`,
  overdose: 'overdose overdosed overdosing od',
  fire: 'fire flame flaming blaze burning smoke smoking smoulder spark alight ablaze catching_fire on_fire gone_up smell_burning melting',
  building: `house kitchen bedroom room flat apartment building roof oven cooker stove hallway stair stairs curtain sofa couch mattress bed pan chip_pan pot attic
    loft basement garage shed wall ceiling toaster microwave dryer upstairs downstairs bathroom landing caravan tent bin carpet basement hob door window porch garden`,
  gas: 'gas rotten_eggs rotten_egg leak hiss hissing gassy propane boiler cooker hob',
  smell: 'smell stink reek whiff',
  co: 'carbon_monoxide co_alarm co_detector fumes exhaust generator monoxide',
  alarm: 'alarm detector beep beeper beeping going_off siren screaming',
  electric:
    'electric electrocuted shock socket wire live_wire plug outlet power_line cable mains voltage fuse electricity pylon zapped heater charger zap lightning',
  hot: 'boiling hot kettle oil scald scalded fat steam pan iron burn burnt burned tea coffee soup grease acid radiator blister splash splashed peel peeling blistering steaming',
  water:
    'pool sea river lake bath bathtub pond water swim waves tub canal current ice beach surf paddling under_water boat river sea shower',
  drown: 'drown drowned drowning went_under going_under under swept floating fished face_down gone_under',
  weapon: `knife gun machete axe bat crowbar scissors hammer pistol rifle blade weapon bottle sword razor screwdriver pole armed shotgun belt
    fork poker hatchet crossbow spear cleaver shears iron_bar metal_bar golf_club revolver dagger shard grenade bomb taser whip cable petrol_bomb airgun`,
  hit: `hit beat punch slap kick strangle choke choked throttle smack headbutt shove batter whip thump belt shook pushed pulled_my_hair black_eye hitting beating thumped
    knocks bruised bruises`,
  attack:
    'attack came_at_me came_at comes_at lunge lunged went_for_me goes_for_me cornered ambush spat threaten rob mug stab shoot shooting assault chase follow grab drag snatch force forced kidnap abduct jump stalk beaten held_up gunpoint held lurk gang corner',
  threat:
    'threaten threatens kill hurt harm burn promised murder come_after destroy find_me get_me come_for coming_for get_us after_me after_us',
  trapped: 'let_me leave lock locked hide hiding lock_myself escape get_out prisoner trapped passport locks stuck',
  fear: 'scared afraid terrified frightened panic scare fear petrified',
  rage: 'smash smashing rage raging drunk throw throwing violent abusive abuse temper angry screaming shouting yelling snapped',
  breakin:
    'break breaking broke burglar intruder get_in getting_in trying force rattle handle footstep downstairs back_door front_door climb window prowling creep noise someone somebody outside inside hear banging shouting bang',
  sexual:
    'rape raped molest grope touch touched sex naked nude undress private bed secret inappropriately genitals kiss consent spiked abused down_there underwear pictures photo',
  keepsecret: 'secret not_tell tell stuff things make made makes',
  missing:
    'missing vanish vanished lost wander disappear disappeared find come_home come_back seen gone ran_away run_away runaway nowhere',
  taken:
    'snatch snatched pull pulled kidnap abduct took taken grab grabbed lure van drove_off drove_away ran_off sped_off',
  place:
    'park school shop mall store supermarket playground beach bus station motorway highway road street market bus_stop tracks roadside',
  alone: 'alone on_my_own by_myself unattended on_her_own on_his_own by_himself by_herself left nobody',
  pregnant:
    'pregnant pregnancy contraction waters water_broke labour labor bump birth midwife miscarriage crowning trimester expecting placenta due afterbirth apart',
  weeks: 'week weeks month',
  babycoming: 'baby kick kicks move coming head push cord born crowning breech baby_is_coming',
  spotseyes: 'seeing_spots seeing_stars stars flashing headache blurry swollen',
  cold: 'hypothermia shiver snow freezing cold ice frozen frostbite mountain lost',
  heatstroke: 'heatstroke heat_stroke sweating heat sun marathon hot sauna',
  sugar: 'insulin diabetic diabetes hypo sugar blood_sugar type_1 pear_drops ketones ketone',
  crash:
    'crash car bike motorbike motorcycle truck lorry bus train van scooter accident wreck quad tractor flipped overturned hit_by run_over knocked_down rolled pile_up boat lorry collision hit_a_tree smashed_into',
  fall: 'fall fell fallen ladder roof stairs balcony tree scaffold horse trampoline landed cliff tumbled trip slipped off_the slip floor ground pavement lying',
  crushed:
    'trapped crush crushed pinned under stuck beneath rubble collapsed on_top buried trapped_under machine door lift',
  fracture: 'broken broke snap bone sticking_out angle bent dislocated poking hip spine neck fracture',
  bite: 'snake adder viper rattlesnake spider scorpion jellyfish dog bite bitten bit sting stung tick mauled',
  die: 'die dying dead death kill killed killing suicide suicidal end ending died',
  endit:
    'end_it end_my end_things end_everything ending_it ending_things kill_myself hang_myself take_my_own_life be_over all_over suicide suicidal unalive top_myself done_with kill_herself kill_himself hang have_a_plan has_a_plan do_it_tonight way_to_die way_to_go',
  life: 'live living alive life exist be_here existence world earth',
  nomore: 'anymore any_more any_longer no_longer longer forever for_good',
  goon: 'go_on keep_going carry_on going_on cope bear take_it take_this face keep_living do_this fight manage hang_on',
  worthless:
    'worth worthless burden hopeless point pointless reason useless hate_myself empty nothing_left failure tired_of',
  relief:
    'better_off miss notice care without_me if_i gone disappear sleep_forever wake_up never pain_to_stop make_it_stop stop peace rather',
  means:
    'rope noose bridge roof ledge train tracks gun razor cliff balcony tablet pill edge platform note letter blade hosepipe exhaust tie jump jumping quickest painless painlessly drive_into driving_into hanging hang saving_up',
  farewell:
    'goodbye gave_away giving_away thanked thanks_for_everything last_message last_time bad_feeling note letter sorry farewell forgive love_you give_away given_away last sent post text written letters posted',
  selfharm:
    'self_harm cutting cut_myself hurt_myself burn_myself cuts hurting_myself burning_myself harm_myself harming relapsed razor arms thighs wrists purge starving cut_my burn_my',
  plan: 'tonight plan ready decided going_to going want wish thinking thought think about urge',
  ambulance: 'ambulance paramedic 911 999 112 000 nine_one_one triple_nine police emergency hospital doctor medic',
  help: 'help please hurry quick quickly urgent urgently omg asap sos save god hlp need trouble',
  whatdo: 'what_do what_should what_can what_now do_i_do should_i_do',
  sudden:
    'sudden suddenly just all_of_a_sudden out_of_nowhere started now minute minutes hour today yesterday tonight this_morning ago night asleep',
  going_on: 'still keep keeps getting worse since again constantly more',
  extent: 'really so very too badly severe awful terrible worst huge massive horrible',
  not: 'not cannot never nobody no without hardly barely stopped neither none nothing unable no_one',
  if: 'if when whenever unless',
  power:
    'boss manager coach trainer priest pastor vicar babysitter nanny nurse carer caregiver landlord employer agent pimp smuggler trafficker foster stepbrother in_law in_laws mother_in_law father_in_law brother_in_law guard teacher driver masseur doctor tutor',
  pet: 'dog cat puppy kitten rabbit hamster horse pet parrot bird',
  qhow: 'how_do how_can how_to how_should how_much how_many how_long how_often how_does how_did how_would how_is how_are how_old how_hot how_far how_big how_could how_bad',
  qwhat:
    'what_is what_are what_does what_kind what_was what_were what_would what_causes what_helps what_foods what_age what_exercises what_vitamins what_size what_counts what_makes',
  qwho: 'who which where why when_should when_do when_is when_can when_did when_will where_can who_is why_do why_is why_does',
  qcan: 'can_i can_you can_we could_you could_i can_my can_a can_it can_stress should_i should_we may_i do_you does_the do_i is_it is_there are_there is_this is_that is_my will_my would_it could_we does_my am_i is_a is_the do_the does_a did_the are_the have_you has_the are_you',
  tell: 'tell_me explain describe define write translate recommend suggest compare summarise summarize show_me give_me list tips advice idea example meaning mean difference',
  tech: `server computer laptop phone pc app website software code program script process linux windows mac browser wifi router email file data database printer screen
    battery memory virus hacker hacked account password login log_in update install python javascript git api cloud docker port firewall bug crash tablet camera keyboard mouse
    monitor fan cpu hard_drive excel spreadsheet thread algorithm function network site link button app internet charger usb cluster cache hacking query bot feature attack_vector game_engine process node
    console playlist podcast headphones tv speaker alexa bluetooth`,
  biz: `market marketing campaign sales deal company brand customer client business budget startup competitor launch meeting boss job manager at_work for_work my_work employee team project deadline
    presentation colleague interview cv resume career office headline audience followers engagement hashtag ad ads advertise product price invoice order refund package parcel delivery
    return warranty subscription account charged shipping store discount review service support complaint store agent contract`,
  moneytalk:
    'money debt loan mortgage credit bank interest invest stock bond share tax savings save pension budget fund crypto bitcoin fee rent salary cost costs price pay paid insurance bill bills raise finance',
  lawtalk:
    'law legal lawyer sue court divorce landlord tenant deposit contract fine ticket custody trademark patent copyright evidence judge jury rights penalty illegal crime charge charges statute lawsuit liability neighbour attorney clause',
  estate:
    'property lease survey seller buyer realtor neighbourhood neighborhood viewing listing closing listing tenant mortgage apartment garden agent square bedrooms',
  food: `cook recipe bake boil fry grill roast sauce cake dough rice pasta egg steak chicken onion garlic salt sugar oven dinner lunch breakfast meal dish fish soup bread butter cheese
    vegetable spice pepper wine freeze fridge taste serve sear curry potatoes pizza salad dessert chocolate cookies marinate sushi coffee tea ingredients knead`,
  vehicle:
    'engine brake tyre flat_tire clutch oil exhaust gear transmission mileage radiator airbag mechanic motor garage gearbox windshield headlight dashboard spark_plug fuel coolant wheel steering',
  learn: `school essay homework exam test class course university thesis paper study student teacher teach learn lesson equation history science chemistry physics math maths
    grammar spelling word literature poem chapter research theory formula century war professor quiz lecture degree definition cite hypothesis`,
  fiction:
    'movie film novel book story song lyrics game episode show series character villain scene dream dreamt joke documentary poem play actor quote hamlet fiction minecraft tv podcast',
  leisure:
    'holiday vacation party wedding birthday football match team league golf music guitar garden hobby trip travel concert festival weekend dance yoga gym workout marathon hike barbecue camping christmas paint knit',
  faith:
    'god pray prayer bible buddha buddhist church meditate meditation soul spirit spiritual faith religion heaven karma forgive forgiveness rebirth scripture sin temple mindfulness',
  mood: 'stress stressed anxious nervous lonely sad bored tired overthink overwhelmed worried worry annoyed jealous shy down upset confident motivated motivation happy happier grief feelings ignore',
  care: 'healthy vitamin diet exercise cholesterol vaccine shot check_up appointment dentist toothbrush sleep_better posture skincare stretch calories weight protein hydrate flu cold remedy prevent treatment treat side_effects safe normal tea mild little bit slight slightly itchy runny sore_throat teething tantrum nappy diaper potty',
  household:
    'shirt stain clean wash remove fabric carpet drain lamp furniture plant plants picture nail wallpaper lawn weeds dishwasher vacuum key keys shoes seat dress',
  past: 'years_ago year_ago months_ago last_year last_month last_summer in_19 used_to when_i_was weeks_ago survived recovered history late once long_ago decades_ago passed_away since_then last_winter last_spring last_week',
  talk: 'figuratively lol haha lmao deadline laugh laughed laughing boredom bored to_death dying_to dying_for to_die_for heartbroken so_to_speak basically traffic crush gorgeous hilarious funny_story me_up starving hungry',
  wonder:
    'wonder wondering curious interested worried_about thinking_about planning looking_for want_to_know want_to_learn like_to plan next_month next_week next_year someday tomorrow happen happens change',
  number: 'one two three four five six seven eight nine ten',
}
