/* Most common leaked passwords, English and German, in lower case, of eight characters or more. */
const list = `
00000000 01234567 012345678 0123456789 0987654321 10101010 101010101 11111111 11112222 11223344
112233445566 12121212 123123123 123321123 12341234 12344321 1234512345 1234554321 12345678 123456781
123456789 1234567890 12345678910 123456789a 12345678a 1234567a 123456abc 1234qwer 123654789 123abc123
147258369 147852369 159357456 159753456 1a2b3c4d 1password 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 22222222 55555555 66666666 741852963 77777777 789456123 87654321 88888888 963852741
987456321 987654321 9876543210 99999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456
aa12345678 aaa11111 abc12345 abc123456 abc123abc abcd1234 abcd12345 abcdefg1 abcdefgh abcdefghi abcdefghij
abracadabra access14 admin123 admin1234 admin12345 admin123456 adminadmin administrator alexander
alexander1 andrew12 android1 angel123 anthony1 apple123 arsenal1 asd123asd asdf1234 asdfasdf asdfghjk
asdfghjkl asdfjkl; ashley12 azerty123 azertyui azertyuiop babygirl babygirl1 banana123 barcelona
barcelona1 baseball baseball1 basketball batman123 blessed1 blink182 butterfly butterfly1 carolina
changeit changeme changeme1 changeme123 charlie1 charlie123 cheese123 chelsea1 chocolate chocolate1
christian christopher computer computer1 cookie123 corvette cowboys1 daniel12 daniel123 danielle default1
demo1234 demodemo dolphins dragon12 dragon123 drowssap elizabeth facebook facebook1 family123 ferrari1
flower123 football football1 forever1 freedom1 friends1 fussball gabriela geheim123 geheimnis george12
god12345 google123 guest123 guest1234 hallo123 hallo1234 hallohallo heaven11 hello123 hello1234 hellohello
helloworld herbst2024 herbst2025 hockey123 ichliebedich ilovegod iloveyou iloveyou! iloveyou1 iloveyou2
internet internet1 iphone123 isabella jennifer jessica1 jesus123 jesuschrist jonathan jordan123 jordan23
justin12 kennwort kennwort1 lakers24 letmein! letmein1 letmein12 letmein123 letmeinnow liebling linkedin
liverpool liverpool1 login123 longhand longhand1 longhand123 love1234 lovelove lovely123 manchester
master01 master12 master123 matthew1 mercedes michael1 michelle microsoft midnight minecraft minecraft1
monkey12 monkey123 mother123 mustang1 mypassword nicholas nopassword opensesame orange12 p@ssw0rd
p@ssw0rd1 p@ssword p@ssword1 packers1 pass1234 pass12345 pass123456 pass@123 pass@word1 passpass passw0rd
passw0rt password password! password01 password1 password1! password11 password12 password123 password1234
password12345 password123456 password2 password2024 password2025 password2026 password@123 passwort
passwort1 passwort123 patricia pepper12 pokemon1 pokemon123 porsche1 precious princess princess1 purple12
q1234567 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwerasdf
qwerfdsa qwert123 qwert1234 qwert12345 qwerty1! qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyui qwertyuiop qwertyuiop1 qwertz123 qwertz1234 qwertzui qwertzuiop rangers1 realmadrid redskins
robert12 root1234 rootroot samantha samantha1 samsung1 samsung123 schatz123 sebastian secret12 secret123
shadow12 shadow123 snickers soccer123 sommer123 sommer2024 sommer2025 spiderman spring12 starwars
starwars1 steelers stephanie summer12 summer123 summer2024 summer2025 summer2026 sunshine sunshine1
superman superman1 sweetheart sweetie1 temp1234 temporary test1234 test12345 test123456 tester123 testing1
testing123 testtest thepassword thomas12 toor1234 topsecret transcript trustno1 user1234 username veronica
victoria victoria1 welcome1 welcome1! welcome12 welcome123 welcome2 welcome2024 welcome2025 welcome2026
whatever whatever1 willkommen willkommen1 windows1 windows10 winter12 winter123 winter2024 winter2025
yankees1 yellow12 yourpassword zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123
`;

const common = new Set(list.trim().split(/\s+/));

/** True if a password is common, in any case, or repeats a single character. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.trim().toLowerCase()) || /^(.)\1*$/su.test(password);
}
