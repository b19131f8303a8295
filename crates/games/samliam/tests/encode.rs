mekong_testkit::encoding_tests!(mekong_samliam::SamLiam, digest: 12_595_860_362_129_181_751);
