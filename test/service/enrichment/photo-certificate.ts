/** A certificate that no authority has signed, for photos.com and all below it, photos.acme.com and avatars.plain.com: for tests alone, good until 2126. */
export const photoCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpTZKEy9tzefWVTnb
16Q8RK4mcGv0YzOZJQkduJviYyyhRANCAAR7xAUv033TZKBFs25Y67tgM+EO4nWx
uXJOT+xdIxG5ck0DZZNlL1muS0Jx+PFjnIdLt4CrYk3vkMEg2ZIBTJKJ
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBzTCCAXOgAwIBAgIUHqdtzHOVHIC0DnzzLZBrzMkwv4YwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTYXZhdGFycyBvZiB0aGUgdGVzdDAgFw0yNjExMjgxMTMyMDZa
GA8yMTI2MTEwNDExMzIwNlowHjEcMBoGA1UEAwwTYXZhdGFycyBvZiB0aGUgdGVz
dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHvEBS/TfdNkoEWzbljru2Az4Q7i
dbG5ck5P7F0jEblyTQNlk2UvWa5LQnH48WOch0u3gKtiTe+QwSDZkgFMkomjgYww
gYkwWgYDVR0RBFMwUYIMKi5waG90b3MuY29tggpwaG90b3MuY29tgg9waG90b3Mu
YWNtZS5jb22CEWdyYXZhdGFyLnRlc3QuY29tghFhdmF0YXJzLnBsYWluLmNvbTAM
BgNVHRMEBTADAQH/MB0GA1UdDgQWBBRwiMXVAFKTX4ComiSCvUuZ0SrRRDAKBggq
hkjOPQQDAgNIADBFAiEA4FM0kBE+rlGplDbf0Kd+66nOuumgfH0vxtsgt8QUYgMC
IDig60+NXwCIb82kcUvfCZtG2wf/HdD93z/Gquc4hmxR
-----END CERTIFICATE-----`,
};
