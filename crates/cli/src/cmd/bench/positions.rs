//! What the bench looks at: the start, and positions from games of the program against itself.

/// The positions of one game and how deep they are searched.
pub(super) struct Course {
    pub(super) game: &'static str,
    pub(super) depth: u32,
    pub(super) positions: &'static [&'static str],
}

/// Changing anything here changes the count that all commits are compared by.
pub(super) const COURSES: [Course; 4] = [
    Course {
        game: "siam",
        depth: 8,
        positions: &[
            "5/5/1ooo1/5/5 E 0 -",
            "5/3sw/eoooW/2N1S/n1N2 E 8 -",
            "2s2/s1Sw1/ooowN/NN3/5 E 16 -",
            "5/2ss1/1eSoW/WooW1/1nn2 E 24 -",
        ],
    },
    Course {
        game: "samliam",
        depth: 5,
        positions: &[
            "6/6/6/6/6/6/6 B -",
            "6/6/6/3b2/6/5(BD)/(ac)4D B -",
            "6/A3B1/1A4/3A2/dd1cC1/d4D/(ac)5 B -",
            "6/c1CcD1/1(ac)BQ2/q(AC)(aC)q2/6/bB2a1/2D3 B s",
        ],
    },
    Course {
        game: "saigon",
        depth: 13,
        positions: &["LLLL/DDDD/LLLL/DDDD L", "LL/LD/D/LDDDLLLDLD L", "DLLLLLL/D/D/D L", "-/DL/DLDL/LL L"],
    },
    Course {
        game: "palam",
        depth: 6,
        positions: &[
            "w1,s3,k3,s1,w4,k4/K5,s6,e3,e6,e2,s4/e5,E4,s5,w2,w6,k1/k6,k2,w5,e1,W3,S2 I - s 0-0",
            "e3,W3,w4,k4,e6,e2/-,s6,w6,s5,k2,E4/e1,-,-,K5,w5,k6/e5,s3,s4,s1,w1,k3 A bk1 s 0-12",
            "k2,w1,e5,e2,e6,e3/-,-,w5,-,e1,k4/-,k6,S2,-,-,k1/-,s4,W3,s1,w2,w6 A ak3 s 0-26",
            "E4,s5,S2,-,e5,-/k4,-,e3,-,-,-/-,-,k1,-,-,-/k2,-,K5,w5,W3,k3 I - s 6-6",
        ],
    },
];
